import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122000500 extends Migration {
  override up(): void {
    this.addSql(
      `alter table if exists "onchain_payment" add column if not exists "invoice_unknown_at" timestamptz null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_invoice_unknown_at" ON "onchain_payment" ("invoice_unknown_at") WHERE invoice_unknown_at IS NOT NULL AND deleted_at IS NULL;`
    )
  }

  override down(): void {
    this.addSql(`drop index if exists "IDX_onchain_payment_invoice_unknown_at";`)
    this.addSql(`alter table if exists "onchain_payment" drop column if exists "invoice_unknown_at";`)
  }
}
