import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * Written by hand, for stores that were running before: money that was set aside without having settled has a time
 * by which the queue sorts it, and orders that wait for their payment are looked at from now on.
 */
export class Migration20261122000200 extends Migration {
  override up(): void {
    this.addSql(
      `UPDATE "onchain_payment" SET settled_at = updated_at WHERE state = 'unallocated' AND settled_at IS NULL;`
    )
    this.addSql(
      `UPDATE "onchain_payment" SET order_check_at = now() WHERE order_placed_at IS NOT NULL ` +
        `AND order_check_at IS NULL AND order_closed_at IS NULL AND captured_at IS NULL;`
    )
  }

  override down(): void {
    // Both columns stay true without being taken back.
    this.addSql("select 1;")
  }
}
