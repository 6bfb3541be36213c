import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124041159 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_customer_id_created_at" ON "onchain_attempt" ("customer_id", "created_at") WHERE customer_id IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_attempt_customer_id_created_at";`);
  }

}
