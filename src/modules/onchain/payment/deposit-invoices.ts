import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Invoice } from "../../../gateway/contract"
import { inScope, type Scope } from "../work/scope"

/** An invoice of a session of ours that was never reported to us. */
export type FoundInvoice = { invoiceId: string; paymentId: string; attemptId: string }

/** Knows which invoices that the service made from deposits are accounted for. */
export class DepositInvoices {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /**
   * Invoices of a list that name a session of ours, and are neither its invoice nor owed back.
   *
   * @param invoices attached to an intent, with the session as their order
   */
  async listUnknown(invoices: readonly Invoice[]): Promise<FoundInvoice[]> {
    if (invoices.length === 0) return []
    const own = inScope(this.scope, "attempt")
    const { rows } = await this.knex.raw(
      `SELECT listed.id AS "invoiceId", attempt.payment_id AS "paymentId", attempt.id AS "attemptId"
       FROM unnest(?::text[], ?::text[]) AS listed(id, order_id)
       JOIN onchain_attempt AS attempt ON attempt.external_order_id = listed.order_id AND attempt.kind = 'auto_deposit'
         AND attempt.deleted_at IS NULL AND ${own.sql}
       WHERE attempt.gateway_invoice_id IS DISTINCT FROM listed.id
         AND NOT EXISTS (SELECT 1 FROM onchain_refund AS extra WHERE extra.id = 'extra_' || listed.id
           AND extra.environment = attempt.environment AND extra.business_id = attempt.business_id)`,
      [
        invoices.map(({ id }) => id),
        invoices.map(({ externalOrderId }) => externalOrderId ?? ""),
        ...own.bindings,
      ]
    )
    return rows
  }
}
