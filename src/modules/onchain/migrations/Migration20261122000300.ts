import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The first checks of a shop that was running before are spread over this many seconds (a mask of bits), so that they do not come at once. */
const SPREAD_S = 511

/**
 * Written by hand, for stores that were running before: payments that can still change are asked for from now on,
 * and refunds recorded until now were told when they were recorded.
 */
export class Migration20261122000300 extends Migration {
  override up(): void {
    this.addSql(
      `UPDATE "onchain_payment" SET next_check_at = now() + (hashtext(id) & ${SPREAD_S}) * interval '1 second' ` +
        `WHERE next_check_at IS NULL AND (state IN ('opening', 'awaiting', 'confirming', 'settled') ` +
        `OR (state IN ('captured', 'unallocated') AND announced_at IS NULL) ` +
        `OR (state IN ('expired', 'failed', 'cancelled', 'superseded') AND created_at > now() - interval '30 days'));`
    )
    this.addSql(`UPDATE "onchain_refund" SET announced_at = created_at WHERE announced_at IS NULL;`)
  }

  override down(): void {
    // Both columns stay true without being taken back.
    this.addSql("select 1;")
  }
}
