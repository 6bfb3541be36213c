import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Payments whose address is shown to nobody, and since when. */
export class Migration20261124001800 extends Migration {
  override up(): void {
    this.addSql(
      `alter table if exists "onchain_payment" add column if not exists "address_refused_at" timestamptz null, add column if not exists "address_refusal" text null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_address_refused_at" ON "onchain_payment" ("address_refused_at") WHERE address_refused_at IS NOT NULL AND deleted_at IS NULL;`
    )
  }

  override down(): void {
    this.addSql(`drop index if exists "IDX_onchain_payment_address_refused_at";`)
    this.addSql(
      `alter table if exists "onchain_payment" drop column if exists "address_refused_at", drop column if exists "address_refusal";`
    )
  }
}
