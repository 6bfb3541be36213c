import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentRow } from "./payment-row"

/** Who was seen to send money. The service tells it of deposits in review only, and never with a memo. */
export type ObservedSender = { address: string; destinationId: string | null }

/**
 * Finds who sent the money of a payment. Money that is sent back there may never reach the customer: exchanges send from
 * addresses of their own. It is shown, and never chosen by itself.
 */
export class ObservedSenders {
  constructor(private readonly knex: Knex) {}

  /** @returns null where nobody was seen; the latest deposit counts, one of the payment's own transaction before others */
  async find(payment: PaymentRow): Promise<ObservedSender | null> {
    const { rows }: { rows: ObservedSender[] } = await this.knex.raw(
      `SELECT d.from_address AS address, (
         SELECT a.id FROM onchain_payout_destination AS a
         WHERE a.network_id = d.network_id AND a.chain = d.chain AND a.state <> 'archived' AND a.deleted_at IS NULL
           AND a.purpose = 'refund'
           AND CASE WHEN d.chain = 'evm' THEN lower(a.address) = lower(d.from_address) ELSE a.address = d.from_address END
         ORDER BY a.created_at DESC LIMIT 1
       ) AS "destinationId"
       FROM onchain_deposit AS d
       WHERE (lower(d.tx_hash) = lower(?) OR d.expected_session_id = ?) AND d.from_address IS NOT NULL
         AND d.chain = ? AND d.network_id = ? AND d.deleted_at IS NULL
       ORDER BY (lower(d.tx_hash) IS NOT DISTINCT FROM lower(?)) DESC, d.observed_at DESC, d.id LIMIT 1`,
      [payment.tx_hash, payment.session_id, payment.chain, payment.network_id, payment.tx_hash]
    )
    return rows[0] ?? null
  }
}
