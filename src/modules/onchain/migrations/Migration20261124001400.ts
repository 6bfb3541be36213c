import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Parts of payments: when they were first known, what was reported of them, and how long their order is held. */
export class Migration20261124001400 extends Migration {
  override up(): void {
    this.addSql(
      `alter table if exists "onchain_payment" add column if not exists "part_seen_at" timestamptz null, ` +
        `add column if not exists "part_announced_amount" text null, add column if not exists "part_hold_until" timestamptz null, ` +
        `add column if not exists "order_kept_at" timestamptz null, add column if not exists "order_kept_by" text null, ` +
        `add column if not exists "order_kept_note" text null, ` +
        `add column if not exists "is_applied_in_full" boolean null;`
    )
  }

  override down(): void {
    this.addSql(
      `alter table if exists "onchain_payment" drop column if exists "part_seen_at", ` +
        `drop column if exists "part_announced_amount", drop column if exists "part_hold_until", ` +
        `drop column if exists "order_kept_at", drop column if exists "order_kept_by", drop column if exists "order_kept_note", ` +
        `drop column if exists "is_applied_in_full";`
    )
  }
}
