import { remainingOf } from "../../../domain/payment/partial-payment"
import {
  ORDER_UNDERPAID,
  PAYMENT_AWAITING,
  PAYMENT_CONTRADICTED,
  PAYMENT_EXPIRED,
  PAYMENT_PARTIALLY_PAID,
  PAYMENT_SETTLED,
  PAYMENT_UNALLOCATED,
} from "../events"
import type { OutboxEvent } from "../work/outbox"
import type { PaymentRow } from "./payment-row"

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
export function expiredEvent(payment: PaymentRow): OutboxEvent {
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
export function contradictedEvent(payment: PaymentRow, status: string | null): OutboxEvent {
  const order_id = payment.applied_order_id ?? payment.placed_order_id
  return event(payment, PAYMENT_CONTRADICTED, { order_id, status })
}
