import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isSettledStatus } from "../../domain/payment-lifecycle"
import type { Invoice } from "../../gateway/contract"

/** How the reason on a row begins; the health check counts by it. */
const PREFIX = "ledger_only: "

/**
 * Notices that the business assigns no deposit to any order, whatever the options say.
 *
 * In the mode `ledger_only` the service pays deposits into invoices that say nothing about an assignment. Our
 * intents then wait for ever.
 *
 * @see service-interface "Auto Deposit Intent", rule 4
 */
export class UnassignedDeposits {
  constructor(private readonly knex: Knex) {}

  /**
   * Takes note of a paid invoice without assignment on the payments that wait at its address.
   *
   * @returns whether there are any
   */
  async note(invoice: Invoice): Promise<boolean> {
    if (!isSettledStatus(invoice.status) || invoice.depositAddress === undefined) return false
    const reason =
      `${PREFIX}deposit invoice ${invoice.id} is paid and assigned to nothing; ` +
      `set the assignment mode intent_required in the service's dashboard, or the option assignmentMode "ledger_only"`
    const { rows } = await this.knex.raw(
      `UPDATE onchain_payment SET last_error = :reason, updated_at = now()
       WHERE kind = 'auto_deposit' AND state = 'awaiting' AND deleted_at IS NULL
         AND network_id = :networkId AND token = :token AND chain = :chain
         AND lower(deposit_address) = lower(:address) AND (memo IS NULL OR memo = :memo)
       RETURNING id`,
      {
        reason,
        chain: invoice.chain,
        networkId: invoice.networkId,
        token: invoice.token,
        address: invoice.depositAddress,
        memo: invoice.memoId ?? invoice.memo?.value ?? null,
      }
    )
    return rows.length > 0
  }

  /**
   * Number of payments that wait in vain. Where a deposit of the customer has come into review since, the mode is
   * another: then its invoice was only not told to be in review.
   */
  async count(): Promise<number> {
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count FROM onchain_payment AS payment
       WHERE kind = 'auto_deposit' AND state = 'awaiting' AND last_error LIKE ? AND deleted_at IS NULL
         AND NOT EXISTS (
           SELECT 1 FROM onchain_deposit AS deposit
           WHERE deposit.customer_id = payment.customer_id AND deposit.observed_at >= payment.created_at
             AND deposit.chain = payment.chain AND deposit.network_id = payment.network_id)`,
      [`${PREFIX}%`]
    )
    return rows[0].count
  }
}
