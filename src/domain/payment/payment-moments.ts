import type { PaymentState } from "./payment-lifecycle"

/** Events that the timestamps of a payment and its refunds report. */
export const TIMELINE_MOMENTS = [
  "opened",
  "order_placed",
  "confirming",
  "part_received",
  "expired",
  "abandoned",
  "settled",
  "unallocated",
  "captured",
  "contradicted",
  "contradiction_ended",
  "timed_out",
  "cancelled",
  "refund_due",
  "refund_paid",
  "created",
  "claimed",
  "deposit_observed",
  "message_sent",
  "message_failed",
  "message_skipped",
] as const
type Moment = (typeof TIMELINE_MOMENTS)[number]

/** Timestamps of an attempt; `created_at` is when it was opened. Amounts in token units. */
export type AttemptMoments = {
  state: PaymentState
  created_at: Date
  confirming_at: Date | null
  part_seen_at: Date | null
  expires_at: Date | null
  token: string
  expected_amount: string
  received_amount: string | null
}

/** Timestamps of a payment, whatever its attempt. */
export type OutcomeMoments = {
  order_placed_at: Date | null
  settled_at: Date | null
  captured_at: Date | null
  abandoned_at: Date | null
  order_timed_out_at: Date | null
  order_closed_at: Date | null
  contradicted_at: Date | null
  contradiction_ended_at: Date | null
  /** Who reviewed it; null when the service calls it paid again. */
  contradiction_ended_by: string | null
  unallocated_reason: string | null
}

/** Timestamps of a refund. `fiat_amount`, in major units, is what is owed where it is set. */
export type RefundMoments = {
  id: string
  created_at: Date
  done_at: Date | null
  settled_by: string | null
  fiat_amount: string | null
  currency_code: string
  token_amount: string | null
  token: string
}

/** An audit entry of an admin or the service. */
export type TimelineEntry = { subject_id: string; action: string; actor_id: string | null; created_at: Date }

/**
 * `by` is an identifier; null for the service or a job. An amount is in units of `token` or in major units of
 * `currency_code`: exactly one of them is set with it.
 */
export type TimelineEvent = {
  at: Date
  event: string
  amount: string | null
  token: string | null
  currency_code: string | null
  by: string | null
}

/** Without a time, it has not happened. */
export type Possible = Omit<TimelineEvent, "at"> & { at: Date | null }
type Sum = Pick<TimelineEvent, "amount" | "token" | "currency_code">

export const NO_SUM: Sum = { amount: null, token: null, currency_code: null }

/** The opening first. */
export function attemptEvents(attempt: AttemptMoments): Possible[] {
  const { token } = attempt
  return [
    moment(attempt.created_at, "opened", inTokens(attempt.expected_amount, token)),
    moment(attempt.confirming_at, "confirming", inTokens(attempt.received_amount, token)),
    moment(attempt.part_seen_at, "part_received"),
    moment(attempt.state === "expired" ? attempt.expires_at : null, "expired"),
  ]
}

export function outcomeEvents(payment: OutcomeMoments, received: Sum): Possible[] {
  const { unallocated_reason: reason, settled_at: at } = payment
  const isPart = reason === "partial_payment"
  return [
    moment(payment.abandoned_at, "abandoned"),
    moment(isPart ? null : at, "settled", received),
    moment(reason === null ? null : at, "unallocated", isPart ? received : NO_SUM),
    moment(payment.captured_at, "captured"),
    moment(payment.contradicted_at, "contradicted"),
    moment(
      payment.contradiction_ended_by === null ? payment.contradiction_ended_at : null,
      "contradiction_ended"
    ),
    moment(payment.order_timed_out_at, "timed_out"),
    moment(payment.order_timed_out_at === null ? payment.order_closed_at : null, "cancelled"),
  ]
}

/** The payout of a refund appears once: from the audit if it is there, else from the refund. */
export function refundEvents(refund: RefundMoments, entries: readonly TimelineEntry[]): Possible[] {
  const { id, created_at, done_at, settled_by, fiat_amount, currency_code, token_amount, token } = refund
  const isNoted = entries.some((entry) => entry.subject_id === id && entry.action === "refund.paid")
  const owed =
    fiat_amount === null
      ? inTokens(token_amount, token)
      : { amount: fiat_amount, token: null, currency_code: currency_code.toLowerCase() }
  return [
    moment(created_at, "refund_due", owed),
    moment(isNoted || settled_by !== null ? null : done_at, "refund_paid", owed),
  ]
}

export function moment(at: Date | null, name: Moment, sum: Sum = NO_SUM): Possible {
  return happened(at, name, sum)
}

export function happened(at: Date | null, event: string, sum: Sum = NO_SUM): Possible {
  return { at, event, ...sum, by: null }
}

export function inTokens(amount: string | null, token: string): Sum {
  return amount === null ? NO_SUM : { amount, token, currency_code: null }
}
