import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Invoice } from "../../../gateway/contract"

/** An invoice of a session of ours that was never reported to us. */
export type FoundInvoice = { invoiceId: string; paymentId: string }

/** Knows which invoices that the service made from deposits are accounted for. */
export class DepositInvoices {
  constructor(private readonly knex: Knex) {}

  /**
   * Invoices of a list that name a session of ours, and are neither its invoice nor owed back.
   *
   * @param invoices attached to an intent, with the session as their order
   */
  async listUnknown(invoices: readonly Invoice[]): Promise<FoundInvoice[]> {
    if (invoices.length === 0) return []
    const { rows } = await this.knex.raw(
      `SELECT listed.id AS "invoiceId", payment.id AS "paymentId"
       FROM unnest(?::text[], ?::text[]) AS listed(id, session_id)
       JOIN onchain_payment AS payment ON payment.session_id = listed.session_id AND payment.kind = 'auto_deposit'
         AND payment.deleted_at IS NULL
       WHERE payment.gateway_invoice_id IS DISTINCT FROM listed.id
         AND NOT EXISTS (SELECT 1 FROM onchain_refund WHERE id = 'extra_' || listed.id)`,
      [invoices.map(({ id }) => id), invoices.map(({ externalOrderId }) => externalOrderId ?? "")]
    )
    return rows
  }
}
