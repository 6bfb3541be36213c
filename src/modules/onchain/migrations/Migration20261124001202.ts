import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What speaks against a capture afterwards, and received amounts that cannot be true. */
export class Migration20261124001202 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "onchain_payment" add column if not exists "implausible_amount" text null, ` +
        `add column if not exists "contradiction" text null, add column if not exists "contradicted_at" timestamptz null, ` +
        `add column if not exists "contradiction_announced_at" timestamptz null, ` +
        `add column if not exists "contradiction_ended_at" timestamptz null, ` +
        `add column if not exists "contradiction_ended_by" text null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_contradicted" ON "onchain_payment" ("contradicted_at") ` +
        `WHERE contradicted_at IS NOT NULL AND contradiction_ended_at IS NULL AND deleted_at IS NULL;`
    )
  }

  override down(): void {
    this.addSql(`drop index if exists "IDX_onchain_payment_contradicted";`)
    this.addSql(
      `alter table "onchain_payment" drop column if exists "implausible_amount", drop column if exists "contradiction", ` +
        `drop column if exists "contradicted_at", drop column if exists "contradiction_announced_at", ` +
        `drop column if exists "contradiction_ended_at", drop column if exists "contradiction_ended_by";`
    )
  }
}
