import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { FIRST_CHECK_MS } from "../../../domain/payment/check-schedule"
import type { PaymentRow } from "./payment-row"

export type IntentTerms = {
  gatewayIntentId: string
  address: string
  memo: string | null
  status: string | null
}

/** Rows that wait on the same customer, network and token: the service keeps one intent of them. */
const ON_SAME_RAIL = `
  sibling.kind = 'auto_deposit' AND sibling.deleted_at IS NULL AND sibling.customer_id = this.customer_id
  AND sibling.chain = this.chain AND sibling.network_id = this.network_id AND sibling.token = this.token`

/** Ends a row's opening and marks the older ones it replaced, in one statement. */
const CONCLUDE = `
  WITH this AS (
    UPDATE onchain_payment SET
      state = :state, gateway_intent_id = :intentId, deposit_address = :address, memo = :memo,
      gateway_status = :status, last_error = :reason, checked_at = now(), updated_at = now(),
      next_check_at = now() + :pause * interval '1 millisecond'
    WHERE id = :id AND kind = 'auto_deposit' AND state = 'opening'
    RETURNING *
  ), older AS (
    UPDATE onchain_payment AS sibling SET state = 'superseded', superseded_by = this.id, updated_at = now()
    FROM this
    WHERE ${ON_SAME_RAIL} AND sibling.state IN ('opening', 'awaiting')
      AND (sibling.created_at, sibling.id) < (this.created_at, this.id)
  )
  SELECT * FROM this`

/** A call with an unknown answer may have replaced what is older. */
const SUPERSEDE_LOST = `
  UPDATE onchain_payment AS this SET state = 'superseded', superseded_by = newer.id, updated_at = now()
  FROM (
    SELECT sibling.id FROM onchain_payment AS sibling, onchain_payment AS this
    WHERE this.id = :id AND ${ON_SAME_RAIL} AND sibling.state = 'opening'
      AND (sibling.created_at, sibling.id) > (this.created_at, this.id)
      AND (sibling.last_error IS NOT NULL OR sibling.created_at < now() - interval '1 minute')
    ORDER BY sibling.created_at DESC LIMIT 1
  ) AS newer
  WHERE this.id = :id AND this.kind = 'auto_deposit' AND this.state = 'awaiting'
  RETURNING this.*`

/**
 * Writes the rows of intents. The service keeps one active intent per customer, network and token, and a
 * newer one replaces the older; the rows follow within the same statement, so that two never look active.
 *
 * @see service-interface "Auto Deposit Intent", rule 1
 */
export class IntentStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores what a payer needs, and marks older payments of the same rail `superseded`.
   *
   * @returns undefined when the row was no longer being opened
   */
  bind(payment: PaymentRow, terms: IntentTerms): Promise<PaymentRow | undefined> {
    const { gatewayIntentId: intentId, address, memo, status } = terms
    return this.conclude(payment, { state: "awaiting", intentId, address, memo, status, reason: null })
  }

  /**
   * Gives up an intent that exists at the service but must not be shown. It replaced the older ones all the
   * same.
   */
  reject(payment: PaymentRow, reason: string): Promise<PaymentRow | undefined> {
    const nothing = { intentId: null, address: null, memo: null, status: null }
    return this.conclude(payment, { ...nothing, state: "failed", reason })
  }

  /**
   * Marks a payment superseded when the request for a newer intent was interrupted: it may have replaced this
   * one, so money sent now might count for the other.
   *
   * @returns the row as it is now
   */
  async followUp(payment: PaymentRow): Promise<PaymentRow> {
    if (payment.kind !== "auto_deposit" || payment.state !== "awaiting") return payment
    const { rows } = await this.knex.raw(SUPERSEDE_LOST, { id: payment.id })
    return rows[0] ?? payment
  }

  /**
   * Binds the invoice that the service made from the deposit of an intent. A payment keeps its first one,
   * unless that one ended without money and the other has it.
   *
   * @returns whether the payment has this invoice now
   */
  async bindInvoice(payment: PaymentRow, invoiceId: string, isSettled = false): Promise<boolean> {
    const { rows } = await this.knex.raw(
      `UPDATE onchain_payment SET gateway_invoice_id = :invoiceId, updated_at = now()
       WHERE id = :id AND kind = 'auto_deposit'
         AND (gateway_invoice_id = :invoiceId
           OR ((gateway_invoice_id IS NULL OR (:isSettled AND state IN ('expired', 'failed', 'cancelled')))
             AND NOT EXISTS (SELECT 1 FROM onchain_payment WHERE gateway_invoice_id = :invoiceId)))
       RETURNING id`,
      { id: payment.id, invoiceId, isSettled }
    )
    return rows.length === 1
  }

  private async conclude(
    { id }: PaymentRow,
    columns: {
      state: "awaiting" | "failed"
      intentId: string | null
      address: string | null
      memo: string | null
      status: string | null
      reason: string | null
    }
  ): Promise<PaymentRow | undefined> {
    const { rows } = await this.knex.raw(CONCLUDE, { id, ...columns, pause: FIRST_CHECK_MS })
    return rows[0]
  }
}
