import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Written by hand: what an order was still owed when its payment was captured, and when that was reported. */
export class Migration20261124001100 extends Migration {
  override up(): void {
    this.addSql(
      `alter table if exists "onchain_payment" add column if not exists "order_outstanding_amount" text null, ` +
        `add column if not exists "outstanding_announced_at" timestamptz null;`
    )
  }

  override down(): void {
    this.addSql(
      `alter table if exists "onchain_payment" drop column if exists "order_outstanding_amount", ` +
        `drop column if exists "outstanding_announced_at";`
    )
  }
}
