import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ApprovalRule } from "../../../domain/payout/payout-gate"
import { countedDestinationState } from "../../../domain/payout/destination-lifecycle"
import type { RefundOf } from "../../../domain/payout/destination-lifecycle"
import { normalizeAddress } from "../../../gateway/address"
import type { DestinationRow } from "../payout/destination-list"
import type { PaymentRow } from "../payment/payment-row"
import { inScope, ownRows, type Scope } from "../work/scope"

/** A destination that can take the refund, possibly after its approval. */
export type SenderInBook = { id: string; state: "pending" | "approved" }

/**
 * Finds who sent the money of a payment. Money sent back there may never reach the customer, because
 * exchanges send from their own addresses: it is shown, and never preselected.
 *
 * The provider names senders of deposits in review only, and never with a memo.
 *
 * @see service-interface "Deposit"
 */
export class ObservedSenders {
  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & ApprovalRule
  ) {}

  /**
   * Only confirmed deposits count: an event may name any sender.
   *
   * @returns the address as its chain writes it; of the latest deposit, one of the payment's own transaction
   * first
   */
  async find(payment: PaymentRow): Promise<string | null> {
    const own = inScope(this.options, "d")
    const { rows }: { rows: { from_address: string }[] } = await this.knex.raw(
      `SELECT d.from_address FROM onchain_deposit AS d
       WHERE (lower(d.tx_hash) = lower(?) OR d.expected_session_id = ?) AND d.from_address IS NOT NULL
         AND d.confirmed_at IS NOT NULL AND d.reported_state IS NULL
         AND d.chain = ? AND d.network_id = ? AND d.deleted_at IS NULL AND ${own.sql}
       ORDER BY (lower(d.tx_hash) IS NOT DISTINCT FROM lower(?)) DESC, d.observed_at DESC, d.id LIMIT 1`,
      [
        ...[payment.tx_hash, payment.session_id, payment.chain, payment.network_id],
        ...[...own.bindings, payment.tx_hash],
      ]
    )
    const [seen] = rows
    return seen ? normalizeAddress(payment.chain, seen.from_address) : null
  }

  /** Where it is that of the refund's customer or payment. */
  async findInBook(
    address: string,
    { chain, network_id }: PaymentRow,
    { customerId, paymentId }: Pick<RefundOf, "customerId" | "paymentId">
  ): Promise<SenderInBook | null> {
    const found = await ownRows<DestinationRow>(this.knex, this.options, "onchain_payout_destination")
      .where({ chain, network_id, address, purpose: "refund", single_use_refund_id: null })
      .whereIn("state", ["approved", "pending"])
      .where((either) => {
        void either.where({ payment_id: paymentId, customer_id: null })
        if (customerId !== null) void either.orWhere("customer_id", customerId)
      })
      // Approved before pending.
      .orderByRaw("state, has_second_approval DESC, created_at DESC, id")
      .first("id", "state", "has_second_approval")
    if (!found) return null
    const state = countedDestinationState(found, this.options.payouts.approval)
    return state === "archived" ? null : { id: found.id, state }
  }
}
