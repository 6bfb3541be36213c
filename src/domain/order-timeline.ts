import type { PaymentState } from "./payment-lifecycle"

/** When what happened to a payment. Amounts in token units, `fiat_amount` in major units. */
export type PaymentMoments = {
  state: PaymentState
  created_at: Date
  order_placed_at: Date | null
  confirming_at: Date | null
  settled_at: Date | null
  captured_at: Date | null
  expires_at: Date | null
  abandoned_at: Date | null
  order_timed_out_at: Date | null
  order_closed_at: Date | null
  unallocated_reason: string | null
  expected_amount: string
  received_amount: string | null
}

/** When what happened to a refund of it. `amount` in major units where money is owed, else in token units. */
export type RefundMoments = {
  id: string
  created_at: Date
  done_at: Date | null
  settled_by: string | null
  amount: string | null
}

/** What an admin or the service did with one of them, as the audit has it. */
export type TimelineEntry = { subject_id: string; action: string; actor_id: string | null; created_at: Date }

/** `by` is an identifier; null for what the service or a job did. */
export type TimelineEvent = { at: Date; event: string; amount: string | null; by: string | null }

/**
 * What happened to a payment of an order and to its refunds, oldest first.
 *
 * Of things that happened in the same moment those of the payment come first, in the order in which they lead to each other.
 */
export function orderTimeline(
  payment: PaymentMoments,
  refunds: readonly RefundMoments[],
  entries: readonly TimelineEntry[]
): TimelineEvent[] {
  const events = [
    ...paymentEvents(payment),
    ...entries.map(({ action, actor_id, created_at }) => event(created_at, action, null, actor_id)),
    ...refunds.flatMap((refund) => refundEvents(refund, entries)),
  ]
  return events
    .flatMap((one) => (one.at === null ? [] : [{ ...one, at: one.at }]))
    .sort((left, right) => left.at.getTime() - right.at.getTime())
}

type Possible = Omit<TimelineEvent, "at"> & { at: Date | null }

function paymentEvents(payment: PaymentMoments): Possible[] {
  const { state, expected_amount, received_amount, unallocated_reason } = payment
  return [
    event(payment.created_at, "opened", expected_amount),
    event(payment.order_placed_at, "order_placed"),
    event(payment.confirming_at, "confirming", received_amount),
    event(state === "expired" ? payment.expires_at : null, "expired"),
    event(payment.abandoned_at, "abandoned"),
    event(payment.settled_at, "settled", received_amount),
    event(unallocated_reason === null ? null : payment.settled_at, "unallocated"),
    event(payment.captured_at, "captured"),
    event(payment.order_timed_out_at, "timed_out"),
    event(payment.order_timed_out_at === null ? payment.order_closed_at : null, "cancelled"),
  ]
}

/** A payout that paid is noted by the refund alone, unless the audit says it too. */
function refundEvents(
  { id, created_at, done_at, settled_by, amount }: RefundMoments,
  entries: readonly TimelineEntry[]
): Possible[] {
  const isNoted = entries.some((entry) => entry.subject_id === id && entry.action === "refund.paid")
  return [
    event(created_at, "refund_due", amount),
    event(isNoted || settled_by !== null ? null : done_at, "refund_paid", amount),
  ]
}

function event(
  at: Date | null,
  name: string,
  amount: string | null = null,
  by: string | null = null
): Possible {
  return { at, event: name, amount, by }
}
