import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * Written by hand, for stores that were running before: how much of what arrived each choice was about. A refund says it
 * itself. An application says it in the order's currency, rounded down: it was about what had arrived where that is still
 * worth the same, else about its part of what was asked for.
 */
export class Migration20261122000410 extends Migration {
  override up(): void {
    this.addSql(
      `UPDATE "onchain_payment" AS payment SET resolved_token_amount = COALESCE(
         (SELECT token_amount FROM "onchain_refund" WHERE id = 'unallocated_' || payment.id),
         received_amount,
         CASE WHEN gateway_status IN ('paid', 'overpaid') AND unallocated_reason <> 'amount_mismatch' THEN expected_amount END)
       WHERE resolution IN ('refund_due', 'keep') AND resolved_token_amount IS NULL;`
    )
    this.addSql(
      `UPDATE "onchain_payment" SET resolved_token_amount = CASE
         WHEN applied_amount::numeric >= fiat_amount::numeric THEN expected_amount
         WHEN trunc(received_amount::numeric * fiat_amount::numeric / expected_amount::numeric,
           scale(applied_amount::numeric)) = applied_amount::numeric THEN received_amount
         ELSE trim_scale(trunc(expected_amount::numeric * applied_amount::numeric / fiat_amount::numeric, decimals::int))::text END
       WHERE resolution = 'apply' AND applied_amount IS NOT NULL AND resolved_token_amount IS NULL;`
    )
  }

  override down(): void {
    // The column is dropped by the migration that made it.
    this.addSql("select 1;")
  }
}
