import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124003746 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_updated_at" ON "onchain_attempt" ("updated_at") WHERE deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_page_link_revoked_at" ON "onchain_page_link" ("revoked_at") WHERE revoked_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_updated_at" ON "onchain_payment" ("updated_at") WHERE deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_created_at" ON "onchain_payment_claim" ("created_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_attempt_updated_at";`);

    this.addSql(`drop index if exists "IDX_onchain_page_link_revoked_at";`);

    this.addSql(`drop index if exists "IDX_onchain_payment_updated_at";`);

    this.addSql(`drop index if exists "IDX_onchain_payment_claim_created_at";`);
  }

}
