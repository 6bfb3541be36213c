import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { FIRST_CHECK_MS } from "../../../domain/payment/check-schedule"
import type { Scope } from "../work/scope"
import { isStill } from "./invoice-readings"
import { isCurrent, lockPayments, selectAttempts, type PaymentRow } from "./payment-row"
import { storeStatus } from "./payment-status"
import { updateEarlierAttempt, updatePayments, type Columns } from "./payment-writes"

export type IntentTerms = {
  gatewayIntentId: string
  address: string
  memo: string | null
  status: string | null
}

/** Attempts of other payments on the same customer, network and token: the service keeps one intent of them. */
const ON_SAME_RAIL = `
  sibling.kind = 'auto_deposit' AND sibling.deleted_at IS NULL AND sibling.id <> this.id
  AND sibling.environment = this.environment AND sibling.business_id = this.business_id
  AND sibling.customer_id = this.customer_id
  AND sibling.chain = this.chain AND sibling.network_id = this.network_id AND sibling.token = this.token`

/** The payment that a row belongs to still waits for its money. */
const IS_OPEN = (attempt: string) =>
  `EXISTS (SELECT 1 FROM onchain_payment WHERE id = ${attempt}.payment_id AND state = 'open')`

/** The older intents that an attempt replaces: payable ones, and ones left behind by a payment that has its money. */
const OLDER = `
  this.id = :id AND ${ON_SAME_RAIL} AND sibling.state IN ('opening', 'awaiting')
    AND (sibling.created_at, sibling.id) < (this.created_at, this.id)
    AND (${IS_OPEN("sibling")} OR (sibling.state = 'awaiting' AND sibling.gateway_invoice_id IS NULL))`

const FIND_OLDER = `SELECT sibling.payment_id FROM onchain_attempt AS sibling, onchain_attempt AS this WHERE ${OLDER}`

const SUPERSEDE_OLDER = `
  UPDATE onchain_attempt AS sibling SET state = 'superseded', superseded_by = this.id, updated_at = now()
  FROM onchain_attempt AS this WHERE ${OLDER} RETURNING sibling.payment_id`

/** A younger one that waits for its deposit: what is bound now was replaced by it. */
const FIND_YOUNGER = `
  SELECT sibling.id FROM onchain_attempt AS sibling, onchain_attempt AS this
  WHERE this.id = :id AND ${ON_SAME_RAIL} AND sibling.state = 'awaiting' AND sibling.gateway_invoice_id IS NULL
    AND (sibling.created_at, sibling.id) > (this.created_at, this.id)
  LIMIT 1`

/** A call with an unknown answer may have replaced what is older. */
const SUPERSEDE_LOST = `
  UPDATE onchain_attempt AS this SET state = 'superseded', superseded_by = newer.id, updated_at = now()
  FROM (
    SELECT sibling.id FROM onchain_attempt AS sibling, onchain_attempt AS this
    WHERE this.id = :id AND ${ON_SAME_RAIL} AND sibling.state = 'opening'
      AND (sibling.created_at, sibling.id) > (this.created_at, this.id)
      AND (sibling.last_error IS NOT NULL OR sibling.created_at < now() - interval '1 minute')
    ORDER BY sibling.created_at DESC LIMIT 1
  ) AS newer
  WHERE this.id = :id AND this.kind = 'auto_deposit' AND this.state = 'awaiting' AND ${IS_OPEN("this")}
  RETURNING this.id`

/**
 * Writes the rows of intents. The service keeps one active intent per customer, network and token, and a
 * newer one replaces the older; the rows follow in one transaction, so that two never look active.
 *
 * @see service-interface "Auto Deposit Intent", rule 1
 */
export class IntentStore {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

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
    const { id: paymentId, attempt_id: id } = payment
    const isLost = await this.knex.transaction(async (trx) => {
      await lockPayments(trx, [paymentId])
      const { rows } = await trx.raw(SUPERSEDE_LOST, { id })
      if (rows.length > 0) await storeStatus(trx, [paymentId])
      return rows.length > 0
    })
    if (!isLost) return payment
    return (await selectAttempts(this.knex).where({ attempt_id: id }).first()) ?? payment
  }

  /**
   * Binds the invoice that the service made from the deposit of an intent. A payment keeps its first one,
   * unless that one ended without money and the other has it.
   *
   * @returns whether the payment has this invoice now
   */
  async bindInvoice(payment: PaymentRow, invoiceId: string, isSettled = false): Promise<boolean> {
    const { rows } = await this.knex.raw(
      `UPDATE onchain_attempt AS this SET gateway_invoice_id = :invoiceId, updated_at = now()
       WHERE id = :id AND kind = 'auto_deposit'
         AND (gateway_invoice_id = :invoiceId
           OR ((gateway_invoice_id IS NULL
               OR (:isSettled AND state IN ('expired', 'failed', 'cancelled') AND ${IS_OPEN("this")}))
             AND NOT EXISTS (SELECT 1 FROM onchain_attempt WHERE gateway_invoice_id = :invoiceId
               AND environment = :environment AND business_id = :businessId)))
       RETURNING id`,
      { id: payment.attempt_id, invoiceId, isSettled, ...this.scope }
    )
    return rows.length === 1
  }

  private conclude(
    { id, attempt_id }: PaymentRow,
    {
      state,
      intentId,
      address,
      memo,
      status,
      reason,
    }: {
      state: "awaiting" | "failed"
      intentId: string | null
      address: string | null
      memo: string | null
      status: string | null
      reason: string | null
    }
  ): Promise<PaymentRow | undefined> {
    return this.knex.transaction(async (trx) => {
      const { rows: older }: PaymentIds = await trx.raw(FIND_OLDER, { id: attempt_id })
      await lockPayments(trx, [id, ...idsOf(older)])
      const payment = await selectAttempts(trx).where({ attempt_id }).first()
      if (payment?.kind !== "auto_deposit" || payment.state !== "opening") return undefined
      const { rows: superseded }: PaymentIds = await trx.raw(SUPERSEDE_OLDER, { id: attempt_id })
      await storeStatus(trx, idsOf(superseded))
      const { rows: younger }: { rows: { id: string }[] } = await trx.raw(FIND_YOUNGER, { id: attempt_id })
      const replacedBy = state === "awaiting" ? younger[0]?.id : undefined
      const columns: Columns = {
        ...(replacedBy === undefined ? { state } : { state: "superseded", superseded_by: replacedBy }),
        gateway_intent_id: intentId,
        deposit_address: address,
        memo,
        gateway_status: status,
        last_error: reason,
        checked_at: trx.fn.now(),
        next_check_at: trx.raw("now() + ? * interval '1 millisecond'", [FIRST_CHECK_MS]),
      }
      const concluded = isCurrent(payment)
        ? (await updatePayments(trx, isStill(payment), columns))[0]
        : await updateEarlierAttempt(trx, payment, columns)
      return replacedBy === undefined ? concluded : undefined
    })
  }
}

type PaymentIds = { rows: { payment_id: string }[] }

const idsOf = (rows: PaymentIds["rows"]) => [...new Set(rows.map(({ payment_id }) => payment_id))]
