import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Events of refunds and of dead deliveries are rows of the outbox. */
export class Migration20261125001100 extends Migration {
  override up(): void {
    this.addSql(`drop index if exists "IDX_onchain_refund_created_at";`)
    this.addSql(`alter table if exists "onchain_refund" drop column if exists "announced_at";`)
    this.addSql(`alter table if exists "onchain_webhook_delivery" drop column if exists "announced_at";`)
  }

  override down(): void {
    this.addSql(
      `alter table if exists "onchain_refund" add column if not exists "announced_at" timestamptz null;`
    )
    this.addSql(
      `alter table if exists "onchain_webhook_delivery" add column if not exists "announced_at" timestamptz null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_created_at" ON "onchain_refund" ("created_at") WHERE announced_at IS NULL AND deleted_at IS NULL;`
    )
  }
}
