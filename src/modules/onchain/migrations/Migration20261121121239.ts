import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121121239 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_payment" add column if not exists "confirming_at" timestamptz null;`);

    this.addSql(`alter table if exists "onchain_refund" add column if not exists "announced_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_created_at" ON "onchain_refund" ("created_at") WHERE announced_at IS NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "onchain_payment" drop column if exists "confirming_at";`);

    this.addSql(`drop index if exists "IDX_onchain_refund_created_at";`);
    this.addSql(`alter table if exists "onchain_refund" drop column if exists "announced_at";`);
  }

}
