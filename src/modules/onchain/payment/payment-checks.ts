import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type CheckFacts,
  FIRST_CHECK_MS,
  FIRST_DAY_CALLS,
  pauseBeforeCheck,
} from "../../../domain/payment/check-schedule"
import {
  addressChange,
  decideEarlierReading,
  decideReading,
  type Reading,
} from "../../../domain/payment/invoice-reading"
import {
  isSettledStatus,
  isToBePlaced,
  type PaymentState,
  splitState,
} from "../../../domain/payment/payment-status"
import { isUndecidedPart, remainingOf } from "../../../domain/payment/received-amount"
import { isContradicted, type SettlementBounds } from "../../../domain/payment/settlement"
import type { Invoice } from "../../../gateway/contract"
import {
  ORDER_UNDERPAID,
  PAYMENT_AWAITING,
  PAYMENT_CONTRADICTED,
  PAYMENT_EXPIRED,
  PAYMENT_PARTIALLY_PAID,
  PAYMENT_SETTLED,
  PAYMENT_UNALLOCATED,
} from "../events"
import { databaseTime, fromNow, inScope, type Scope, takeDue } from "../work/claim"
import { addToOutbox, type OutboxEvent } from "../work/outbox"
import { ATTEMPTS, isCurrent, isLeft, type PaymentRow, selectAttempts, WITH_DECISIONS } from "./payment-row"
import { type Columns, updateEarlierAttempt, updatePayments } from "./payment-status"

/** Its invoice is read again after the capture, while the service does not confirm it, and while its order cannot be placed. */
const IN_DOUBT = `((contradiction.note IS NOT NULL AND contradiction.done_at IS NULL)
  OR (p.unallocated_reason IS NOT DISTINCT FROM 'completion_failed' AND choice.id IS NULL)
  OR COALESCE(onchain_attempt.checked_at < COALESCE(p.captured_at, p.settled_at) + interval '15 minutes', false))`

/** Attempts that only a list of invoices reports: the invoice of a deposit is made when the deposit comes. */
const IN_LIST = `kind = 'auto_deposit' AND state <> 'opening' AND (gateway_invoice_id IS NULL
  OR EXISTS (SELECT 1 FROM onchain_payment AS p ${WITH_DECISIONS}
    WHERE p.id = onchain_attempt.payment_id AND p.state <> 'open' AND NOT ${IN_DOUBT}))`

const DUE = "next_check_at <= now() AND deleted_at IS NULL"

/** A payment whose order may have been placed without calling us. */
export type WithoutOrder = Pick<PaymentRow, "attempt_id" | "collection_id">

/** A row whose state has moved since it was read is planned again. */
const TURNS = 3

type PlannedRow = PaymentRow & { read_at: Date; attempt_state: string; outcome: string }

/**
 * When each payment is polled next without a webhook, and by which process.
 *
 * A claim moves the next check a lease ahead, so any number of processes share the work and a killed one
 * loses nothing. Times are the database's own.
 */
export class PaymentChecks {
  /** @param scope polls name invoices, which only their own account at the gateway knows */
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly leaseMs: number
  ) {}

  /** Claims payments that are due, longest first. */
  async claim(limit: number): Promise<PaymentRow[]> {
    const due = {
      table: "onchain_attempt",
      scope: this.scope,
      where: `NOT (${IN_LIST})`,
      dueAt: "next_check_at",
    }
    const claim = { ...due, lease: { ms: this.leaseMs }, set: "check_count = check_count + 1" }
    const claimed = await takeDue<{ id: string }>(this.knex, claim, limit)
    if (claimed.length === 0) return []
    const ids = claimed.map(({ id }) => id)
    return selectAttempts(this.knex).whereIn("attempt_id", ids)
  }

  /** Returns claimed payments that were not polled, unless they were planned meanwhile. */
  async putBack(payments: readonly PaymentRow[]): Promise<void> {
    for (const { attempt_id, next_check_at } of payments)
      await this.knex.raw(
        `UPDATE onchain_attempt SET next_check_at = now(), check_count = check_count - 1, updated_at = now()
         WHERE id = ? AND next_check_at = ?`,
        [attempt_id, next_check_at]
      )
  }

  async plan(attemptId: string, { hasFailed = false } = {}): Promise<void> {
    for (let turn = 1; turn <= TURNS; turn++) {
      const { rows } = await this.knex.raw(
        `SELECT *, now() AS read_at FROM ${ATTEMPTS} AS payment WHERE attempt_id = ?`,
        [attemptId]
      )
      const row: PlannedRow | undefined = rows[0]
      if (!row) return
      const pauseMs = pauseBeforeCheck({ ...rowToFacts(row, row.read_at), hasFailed })
      const { rows: planned } = await this.knex.raw(
        `UPDATE onchain_attempt AS a SET next_check_at = now() + ? * interval '1 millisecond', updated_at = now()
         FROM onchain_payment AS p WHERE a.id = ? AND a.state = ? AND p.id = a.payment_id AND p.state = ? RETURNING a.id`,
        [pauseMs, attemptId, row.attempt_state, row.outcome]
      )
      if (planned.length === 1) return
    }
  }

  /** Polls a payment at the next opportunity, as far as its calls of the first day go. Nothing that is no longer polled begins again. */
  async bringForward(paymentId: string): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_attempt SET next_check_at = now(), updated_at = now()
       WHERE payment_id = ? AND next_check_at > now() AND check_count < ? AND deleted_at IS NULL`,
      [paymentId, FIRST_DAY_CALLS]
    )
  }

  async countCall(attemptId: string): Promise<void> {
    await this.knex.raw("UPDATE onchain_attempt SET check_count = check_count + 1 WHERE id = ?", [attemptId])
  }

  /** Payments that are due, without those that a list reports. */
  async countDue(): Promise<number> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count FROM onchain_attempt WHERE ${DUE} AND ${own.sql} AND NOT (${IN_LIST})`,
      own.bindings
    )
    return rows[0].count
  }

  /**
   * Payments for which the lists of invoices are to be read now.
   *
   * @param every how many checks share one reading of the seldom list; an overdue order requests it at once
   */
  async countDueInList(every: number): Promise<{ due: number; dueInSeldom: number }> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS due, (count(*) FILTER (WHERE check_count % ? = 0
           OR (search_wanted_at IS NOT NULL AND (searched_from IS NULL OR searched_from < search_wanted_at))))::int AS "dueInSeldom"
       FROM onchain_attempt WHERE ${DUE} AND ${own.sql} AND ${IN_LIST}`,
      [every, ...own.bindings]
    )
    return rows[0]
  }

  /**
   * Plans the payments that were due when reading the lists began and that the lists did not report.
   *
   * @param isAll every list that can report them was read to its end
   * @param isComplete the lists that were read were read to their end; if not, a payment at the end of its
   * schedule is polled daily, because its deposit may be among the unlisted rows
   * @returns those without a deposit and without a known order
   */
  async planListed(
    readFrom: Date,
    { isAll = false, isComplete = true } = {},
    chunk = 500
  ): Promise<WithoutOrder[]> {
    const own = inScope(this.scope)
    const withoutOrder: WithoutOrder[] = []
    for (;;) {
      const { rows } = await this.knex.raw(
        `SELECT payment.*, now() AS read_at FROM ${ATTEMPTS} AS payment WHERE attempt_id = ANY (ARRAY (
           SELECT id FROM onchain_attempt
           WHERE next_check_at <= ? AND deleted_at IS NULL AND ${own.sql} AND ${IN_LIST} ORDER BY next_check_at LIMIT ?))`,
        [readFrom, ...own.bindings, chunk]
      )
      const due: (PaymentRow & { read_at: Date; attempt_state: string })[] = rows
      if (due.length === 0) return withoutOrder
      for (const { attempt_id, collection_id, ...row } of due)
        if (isWithoutOrder(row)) withoutOrder.push({ attempt_id, collection_id })
      await this.knex.raw(
        `UPDATE onchain_attempt AS attempt SET
           next_check_at = COALESCE(now() + nullif(planned.pause, '')::float8 * interval '1 millisecond',
             CASE WHEN ?::boolean THEN NULL ELSE date_trunc('day', now()) + interval '1 day' END), check_count = check_count + 1,
           searched_from = COALESCE(?::timestamptz, searched_from), updated_at = now()
         FROM unnest(?::text[], ?::text[], ?::text[], ?::text[]) AS planned(id, pause, state, invoice)
         WHERE attempt.id = planned.id AND attempt.next_check_at <= ? AND attempt.state = planned.state
           AND attempt.gateway_invoice_id IS NOT DISTINCT FROM nullif(planned.invoice, '')`,
        [
          isComplete,
          isAll ? readFrom : null,
          due.map(({ attempt_id }) => attempt_id),
          due.map((row) => {
            const facts = rowToFacts(row, row.read_at)
            return String(pauseBeforeCheck({ ...facts, callCount: facts.callCount + 1 }) ?? "")
          }),
          due.map(({ attempt_state }) => attempt_state),
          due.map(({ gateway_invoice_id }) => gateway_invoice_id ?? ""),
          readFrom,
        ]
      )
    }
  }

  now(): Promise<Date> {
    return databaseTime(this.knex)
  }
}

function rowToFacts(row: PaymentRow, now: Date): CheckFacts {
  const since = (moment: Date | null) =>
    moment === null ? null : Math.max(0, now.getTime() - moment.getTime())
  const inState = {
    confirming: row.confirming_at,
    settled: row.settled_at,
    captured: row.captured_at,
    unallocated: row.settled_at,
  }
  const state = isToBePlaced(row, now.getTime()) ? "settled" : stateToFollow(row)
  const arrivedAt = state in inState ? inState[state as keyof typeof inState] : null
  return {
    id: row.id,
    kind: row.kind,
    state,
    hasInvoice: row.gateway_invoice_id !== null,
    contradictedMs: isContradicted(row) ? since(row.contradicted_at) : null,
    isGivenUp: row.abandoned_at !== null || row.order_closed_at !== null || isLeft(row),
    isUndecidedPart: isUndecidedPart(row),
    hasFailed: false,
    callCount: row.check_count,
    ageMs: since(row.attempt_created_at) ?? 0,
    inStateMs: since(arrivedAt),
    expiresInMs: row.expires_at === null ? null : row.expires_at.getTime() - now.getTime(),
  }
}

/** Settled money of an earlier attempt is owed once another one was captured or held; then only more money could follow. */
function stateToFollow(row: PaymentRow): PaymentRow["state"] {
  return isLeft(row) && row.state === "settled" ? "expired" : row.state
}

function isWithoutOrder({
  state,
  order_placed_at,
  abandoned_at,
}: Pick<PaymentRow, "state" | "order_placed_at" | "abandoned_at">): boolean {
  const isUnpaid = state === "awaiting" || state === "superseded"
  return isUnpaid && order_placed_at === null && abandoned_at === null
}

type Ids = Pick<PaymentRow, "id" | "session_id">

function event({ id, session_id }: Ids, name: string, data: Record<string, unknown>): OutboxEvent {
  return { subject: id, name, data: { payment_id: id, session_id, ...data } }
}

/** Delays the message: many shoppers pay immediately, and Medusa may roll the order back. */
const AWAITING_DELAY_MS = 60_000

/** An order was placed and is unpaid. */
export function awaitingEvent(payment: Ids, order_id: string | null): OutboxEvent {
  return { ...event(payment, PAYMENT_AWAITING, { order_id }), messageDelayMs: AWAITING_DELAY_MS }
}

/** The current quote expired and its order still awaits payment. */
function expiredEvent(payment: PaymentRow): OutboxEvent {
  const { attempt_id, placed_order_id: order_id } = payment
  return { ...event(payment, PAYMENT_EXPIRED, { attempt_id, order_id }), messageDelayMs: 0 }
}

/** A larger part than ever before has arrived. */
export function partialEvent(payment: PaymentRow, received_amount: string): OutboxEvent {
  const { attempt_id, token, expected_amount } = payment
  const remaining_amount = remainingOf({ ...payment, received_amount })
  const data = { attempt_id, token, expected_amount, received_amount, remaining_amount }
  return { ...event(payment, PAYMENT_PARTIALLY_PAID, data), messageDelayMs: 0 }
}

/** Settled money has no order to go to. */
export function unallocatedEvent(payment: Ids, reason: string): OutboxEvent {
  return event(payment, PAYMENT_UNALLOCATED, { reason })
}

/**
 * A payment is captured, perhaps for less than its order costs.
 *
 * @param captured.outstandingAmount what the order is still owed, in major units; null when nothing is
 */
export function capturedEvents(
  payment: PaymentRow,
  { orderId: order_id, outstandingAmount }: { orderId: string | null; outstandingAmount: string | null }
): OutboxEvent[] {
  const settled = { ...event(payment, PAYMENT_SETTLED, { order_id }), messageDelayMs: 0 }
  if (order_id === null || outstandingAmount === null) return [settled]
  const { currency_code } = payment
  const short = { order_id, outstanding_amount: outstandingAmount, currency_code }
  return [settled, event(payment, ORDER_UNDERPAID, short)]
}

/** The gateway no longer stands by money that is captured or held for review. */
function contradictedEvent(payment: PaymentRow, status: string | null): OutboxEvent {
  const order_id = payment.applied_order_id ?? payment.placed_order_id
  return event(payment, PAYMENT_CONTRADICTED, { order_id, status })
}

/** The canonical invoice, its progress, and columns that belong to the same write. */
export type InvoiceReading = { invoice: Invoice; progress: Invoice; also: Partial<PaymentRow>; now: Date }

/**
 * Records what an invoice says about one of a payment's attempts, with the events that report it, in a transaction that holds
 * the lock of the payment. What it means for an earlier attempt, `PaymentStore.followEarlier` decides.
 *
 * @param attempt as it is under the lock
 * @returns the attempt as it now is
 */
export async function recordReading(
  trx: Knex.Transaction,
  attempt: PaymentRow,
  { invoice, progress, also, now }: InvoiceReading,
  bounds: SettlementBounds
): Promise<PaymentRow | undefined> {
  const columns = { ...also, ...invoiceToColumns(attempt, invoice, progress, now) }
  if (!isCurrent(attempt)) {
    const { state, received, isNowConfirming } = decideEarlierReading(attempt, invoice, now)
    const confirming = isNowConfirming ? { confirming_at: now } : {}
    const planned = nextCheck(trx, attempt, state)
    return updateEarlierAttempt(trx, attempt, { ...columns, ...received, ...confirming, ...planned, state })
  }
  const reading = decideReading({ ...attempt, ...also }, invoice, { bounds, now })
  const { state, trouble, isCompleted, settledAt, received, isNowConfirming } = reading
  const contradicted = contradictionColumns(trx, attempt, reading.contradiction)
  const [updated] = await updatePayments(
    trx,
    { id: attempt.id },
    {
      ...columns,
      ...received,
      ...contradicted.columns,
      // What was noted of a part is over when the rest is there.
      ...(isCompleted ? { unallocated_reason: null, part_hold_until: null } : {}),
      ...(trouble ? { unallocated_reason: trouble } : {}),
      ...(settledAt === "same" ? {} : { settled_at: settledAt === "now" ? now : null }),
      ...(isNowConfirming ? { confirming_at: now } : {}),
      ...nextCheck(trx, attempt, state),
      state,
    },
    trouble ? splitState(reading.attemptState).attempt : null
  )
  const { largest_part_amount: part } = received
  await addToOutbox(trx, [
    ...(part === undefined ? [] : [partialEvent(attempt, part)]),
    ...(trouble ? [unallocatedEvent(attempt, trouble)] : []),
    ...(!trouble && isExpiring(attempt, state) ? [expiredEvent(attempt)] : []),
    ...contradicted.events,
  ])
  return updated
}

/** With the reading, because its process may die before it plans the next check of a payment whose schedule had ended. */
function nextCheck(knex: Knex, { state, next_check_at }: PaymentRow, next: PaymentState): Columns {
  const isUnderWay = ["awaiting", "confirming", "settled", "unallocated"].includes(next)
  const isForgotten = next_check_at === null && isUnderWay
  return state === "opening" || isForgotten ? { next_check_at: fromNow(knex, FIRST_CHECK_MS) } : {}
}

/** What a contradiction, or its end, changes. */
export function contradictionColumns(
  knex: Knex,
  payment: PaymentRow,
  { found, change }: Reading["contradiction"]
): { columns: Columns; events: OutboxEvent[] } {
  switch (change) {
    case "none":
      return { columns: {}, events: [] }
    case "update":
      return { columns: { contradiction: found }, events: [] }
    case "end": {
      const contradiction_ended_at = knex.raw("COALESCE(done_at, now())")
      return { columns: { contradiction: found, contradiction_ended_at }, events: [] }
    }
    case "begin":
      return {
        columns: {
          contradiction: found,
          contradicted_at: knex.fn.now(),
          next_check_at: fromNow(knex, FIRST_CHECK_MS),
        },
        events: [contradictedEvent(payment, found)],
      }
  }
}

/** Whether a quote expires while an order awaits payment. */
function isExpiring(payment: PaymentRow, next: PaymentState): boolean {
  const { state, order_placed_at, order_closed_at, abandoned_at } = payment
  const isWaiting = order_placed_at !== null && order_closed_at === null && abandoned_at === null
  return next === "expired" && state !== next && isWaiting
}

/** What a canonical invoice says, as columns of the payment and its attempt. */
function invoiceToColumns(payment: PaymentRow, invoice: Invoice, progress: Invoice, now: Date): Columns {
  const txHash = invoice.settlementTxHash ?? progress.confirmationProgress?.txHash
  return {
    gateway_status: invoice.status,
    provider_status: invoice.statusWord ?? null,
    checked_at: now,
    ...(payment.invoice_unknown_at ? { invoice_unknown_at: null, last_error: null } : {}),
    ...(payment.kind === "invoice" ? addressChange(payment, invoice, now) : {}),
    ...(txHash ? { tx_hash: txHash } : {}),
    ...confirmationColumns(payment, invoice.status, progress),
  }
}

/** Settled money has every confirmation, even when the last ones were never reported. */
function confirmationColumns(
  payment: PaymentRow,
  status: string,
  { confirmationProgress }: Invoice
): Columns {
  if (isSettledStatus(status)) return { confirmations: payment.confirmations_required }
  if (status !== "confirming") return { confirmations: null }
  const { current, required } = confirmationProgress ?? {}
  return {
    ...(current !== undefined ? { confirmations: Math.trunc(current) } : {}),
    ...(required !== undefined ? { confirmations_required: Math.trunc(required) } : {}),
  }
}
