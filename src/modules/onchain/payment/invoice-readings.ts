import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { FIRST_CHECK_MS } from "../../../domain/payment/check-schedule"
import {
  addressChange,
  decideEarlierReading,
  decideReading,
  type Reading,
} from "../../../domain/payment/invoice-reading"
import { isSettledStatus, type PaymentState, splitState } from "../../../domain/payment/payment-status"
import { remainingOf } from "../../../domain/payment/received-amount"
import type { SettlementBounds } from "../../../domain/payment/settlement"
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
import { fromNow } from "../work/claim"
import { addToOutbox, type OutboxEvent } from "../work/outbox"
import { isCurrent, type PaymentRow } from "./payment-row"
import { type Columns, updateEarlierAttempt, updatePayments } from "./payment-status"

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
export type InvoiceReading = { invoice: Invoice; progress: Invoice; also: Partial<PaymentRow> }

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
  { invoice, progress, also }: InvoiceReading,
  bounds: SettlementBounds
): Promise<PaymentRow | undefined> {
  const now = new Date()
  const columns = { ...also, ...invoiceToColumns(attempt, invoice, progress) }
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
          contradicted_at: new Date(),
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
function invoiceToColumns(payment: PaymentRow, invoice: Invoice, progress: Invoice): Columns {
  const txHash = invoice.settlementTxHash ?? progress.confirmationProgress?.txHash
  return {
    gateway_status: invoice.status,
    provider_status: invoice.statusWord ?? null,
    checked_at: new Date(),
    ...(payment.invoice_unknown_at ? { invoice_unknown_at: null, last_error: null } : {}),
    ...(payment.kind === "invoice" ? addressChange(payment, invoice) : {}),
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
