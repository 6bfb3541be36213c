import { FIRST_CHECK_MS } from "../../../domain/payment/check-schedule"
import type { Invoice } from "../../../gateway/contract"
import { fromNow, inScope, ScopedStore } from "../work/claim"
import { isCurrent, lockPayments, type PaymentRow, selectAttempts } from "./payment-row"
import { type Columns, storeStatus, updateEarlierAttempt, updatePayments } from "./payment-status"

/** An invoice of a session of ours that was never reported to us. */
export type FoundInvoice = { invoiceId: string; paymentId: string; attemptId: string }

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
  UPDATE onchain_attempt AS sibling SET state = 'superseded', updated_at = now()
  FROM onchain_attempt AS this WHERE ${OLDER} RETURNING sibling.payment_id`

/** A younger one that waits for its deposit: what is bound now was replaced by it. */
const FIND_YOUNGER = `
  SELECT sibling.id FROM onchain_attempt AS sibling, onchain_attempt AS this
  WHERE this.id = :id AND ${ON_SAME_RAIL} AND sibling.state = 'awaiting' AND sibling.gateway_invoice_id IS NULL
    AND (sibling.created_at, sibling.id) > (this.created_at, this.id)
  LIMIT 1`

/** A call with an unknown answer may have replaced what is older. */
const SUPERSEDE_LOST = `
  UPDATE onchain_attempt AS this SET state = 'superseded', updated_at = now()
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
export class IntentStore extends ScopedStore {
  /**
   * Stores what a payer needs, or gives up an intent that exists at the service but must not be shown. Both replace the
   * older payments of the same rail.
   *
   * @returns undefined when the row was no longer being opened, or a younger one waits
   */
  conclude(
    { id, attempt_id }: PaymentRow,
    concluded: Columns & { state: "awaiting" | "failed" }
  ): Promise<PaymentRow | undefined> {
    return this.knex.transaction(async (trx) => {
      const { rows: older }: PaymentIds = await trx.raw(FIND_OLDER, { id: attempt_id })
      await lockPayments(trx, [id, ...idsOf(older)])
      const payment = await selectAttempts(trx).where({ attempt_id }).first()
      if (payment?.kind !== "auto_deposit" || payment.state !== "opening") return undefined
      const { rows: superseded }: PaymentIds = await trx.raw(SUPERSEDE_OLDER, { id: attempt_id })
      await storeStatus(trx, idsOf(superseded))
      const { rows: younger }: { rows: unknown[] } = await trx.raw(FIND_YOUNGER, { id: attempt_id })
      const isReplaced = concluded.state === "awaiting" && younger.length > 0
      const columns: Columns = {
        ...concluded,
        ...(isReplaced ? { state: "superseded" as const } : {}),
        checked_at: trx.fn.now(),
        next_check_at: fromNow(trx, FIRST_CHECK_MS),
      }
      const stored = isCurrent(payment)
        ? (await updatePayments(trx, { id }, columns))[0]
        : await updateEarlierAttempt(trx, payment, columns)
      return isReplaced ? undefined : stored
    })
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
      `WITH no_income_any_more AS (DELETE FROM onchain_deposit WHERE id = :invoiceId AND state = 'income'
         AND environment = :environment AND business_id = :businessId)
       UPDATE onchain_attempt AS this SET gateway_invoice_id = :invoiceId, updated_at = now(),
         next_check_at = CASE WHEN gateway_invoice_id = :invoiceId THEN next_check_at ELSE now() END
       WHERE id = :id AND kind = 'auto_deposit'
         AND (gateway_invoice_id = :invoiceId
           OR ((gateway_invoice_id IS NULL
               OR (:isSettled AND state IN ('expired', 'failed', 'cancelled') AND ${IS_OPEN("this")}))
             AND NOT EXISTS (SELECT 1 FROM onchain_attempt WHERE gateway_invoice_id = :invoiceId AND deleted_at IS NULL
               AND environment = :environment AND business_id = :businessId)))
       RETURNING id`,
      { id: payment.attempt_id, invoiceId, isSettled, ...this.scope }
    )
    return rows.length === 1
  }

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

type PaymentIds = { rows: { payment_id: string }[] }

const idsOf = (rows: PaymentIds["rows"]) => [...new Set(rows.map(({ payment_id }) => payment_id))]
