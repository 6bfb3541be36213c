import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Written by hand: which order was placed on a payment, since Medusa may take an order back and place another. */
export class Migration20261124001101 extends Migration {
  override up(): void {
    this.addSql(
      `alter table if exists "onchain_payment" add column if not exists "placed_order_id" text null;`
    )
  }

  override down(): void {
    this.addSql(`alter table if exists "onchain_payment" drop column if exists "placed_order_id";`)
  }
}
