import { compareAmounts } from "../../gateway/amount"
import type { RefundState } from "../refund/refund-lifecycle"
import type { PaymentState } from "./payment-status"

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
type AttemptMoments = {
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
type OutcomeMoments = {
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
type RefundMoments = {
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
type TimelineEntry = { subject_id: string; action: string; actor_id: string | null; created_at: Date }

/**
 * `by` is an identifier; null for the service or a job. An amount is in units of `token` or in major units of
 * `currency_code`: exactly one of them is set with it.
 */
type TimelineEvent = {
  at: Date
  event: string
  amount: string | null
  token: string | null
  currency_code: string | null
  by: string | null
}

/** Without a time, it has not happened. */
type Possible = Omit<TimelineEvent, "at"> & { at: Date | null }
type Sum = Pick<TimelineEvent, "amount" | "token" | "currency_code">

const NO_SUM: Sum = { amount: null, token: null, currency_code: null }

/** The opening first. */
function attemptEvents(attempt: AttemptMoments): Possible[] {
  const { token } = attempt
  return [
    moment(attempt.created_at, "opened", inTokens(attempt.expected_amount, token)),
    moment(attempt.confirming_at, "confirming", inTokens(attempt.received_amount, token)),
    moment(attempt.part_seen_at, "part_received"),
    moment(attempt.state === "expired" ? attempt.expires_at : null, "expired"),
  ]
}

function outcomeEvents(payment: OutcomeMoments, received: Sum): Possible[] {
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
function refundEvents(refund: RefundMoments, entries: readonly TimelineEntry[]): Possible[] {
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

function moment(at: Date | null, name: Moment, sum: Sum = NO_SUM): Possible {
  return happened(at, name, sum)
}

function happened(at: Date | null, event: string, sum: Sum = NO_SUM): Possible {
  return { at, event, ...sum, by: null }
}

function inTokens(amount: string | null, token: string): Sum {
  return amount === null ? NO_SUM : { amount, token, currency_code: null }
}

/** `attempt_id` is set where the event belongs to an attempt and there are several. */
type PaymentEvent = TimelineEvent & {
  attempt_id: string | null
  refund_id: string | null
  message: ShopperMessage | null
}

/** A message to the shopper that has its result: `sent`, `failed`, or why it was not sent. */
export type MessageMoment = { message: ShopperMessage; result: string; at: Date }

export type PaymentHistory = {
  payment: OutcomeMoments & { created_at: Date }
  /** Oldest first. `id` is that of the attempt. */
  attempts: readonly (AttemptMoments & { id: string; isCurrent: boolean })[]
  refunds: readonly RefundMoments[]
  /** Of the payment and its refunds. */
  entries: readonly (TimelineEntry & { subject_type: string })[]
  messages: readonly MessageMoment[]
  claims: readonly { created_at: Date }[]
  deposits: readonly { observed_at: Date; amount: string | null; token: string | null }[]
}

/** From this far apart, the payer chose a network and a token after the payment was created. */
const CHOSEN_LATER_MS = 1_000

/** The whole history of a payment, oldest first. At the same instant, causes come before what they lead to. */
export function paymentTimeline(history: PaymentHistory): PaymentEvent[] {
  const { payment, attempts, refunds, entries, messages, claims, deposits } = history
  const current = attempts.find(({ isCurrent }) => isCurrent)
  const received = current ? inTokens(current.received_amount, current.token) : NO_SUM
  const plain = (events: Possible[]) => events.map((event) => ({ ...event, ...NO_IDS }))
  const events = [
    ...plain(wasChosenLater(payment, attempts) ? [moment(payment.created_at, "created")] : []),
    ...attempts.flatMap(({ id, ...attempt }) =>
      attemptEvents(attempt).map((event) => ({
        ...event,
        ...NO_IDS,
        attempt_id: attempts.length > 1 ? id : null,
      }))
    ),
    ...plain([moment(payment.order_placed_at, "order_placed")]),
    ...plain(claims.map(({ created_at }) => moment(created_at, "claimed"))),
    ...plain(
      deposits.map(({ observed_at, amount, token }) =>
        moment(observed_at, "deposit_observed", token === null ? NO_SUM : inTokens(amount, token))
      )
    ),
    ...plain(outcomeEvents(payment, received)),
    ...entries.map(({ action, actor_id, created_at, subject_id, subject_type }) => ({
      ...happened(created_at, action),
      ...NO_IDS,
      by: actor_id,
      refund_id: subject_type === "payment" ? null : subject_id,
    })),
    ...refunds.flatMap((refund) =>
      refundEvents(refund, entries).map((event) => ({ ...event, ...NO_IDS, refund_id: refund.id }))
    ),
    ...messages.map(({ message, result, at }) => ({
      ...moment(at, momentOf(result)),
      ...NO_IDS,
      message,
    })),
  ]
  return events
    .flatMap((one) => (one.at === null ? [] : [{ ...one, at: one.at }]))
    .sort((left, right) => left.at.getTime() - right.at.getTime())
}

const NO_IDS = { attempt_id: null, refund_id: null, message: null }

function wasChosenLater(
  { created_at }: { created_at: Date },
  [first]: readonly { created_at: Date }[]
): boolean {
  return first === undefined || first.created_at.getTime() - created_at.getTime() >= CHOSEN_LATER_MS
}

function momentOf(result: string): "message_sent" | "message_failed" | "message_skipped" {
  if (result === "sent") return "message_sent"
  return result === "failed" ? "message_failed" : "message_skipped"
}

/** Message types, named as in the option `notifications.templates`. */
export const SHOPPER_MESSAGES = ["awaiting", "partReceived", "expired", "paid", "refundSent"] as const
export type ShopperMessage = (typeof SHOPPER_MESSAGES)[number]

/** Tries per message. */
export const MOST_TRIES = 7
const FIRST_PAUSE_MS = 60_000

/**
 * Backoff after a failed try: a minute, then four times as long each time. The last try is about a day after the first; an older
 * message would help nobody.
 *
 * @param tries so far, from 1
 * @returns milliseconds; null after the last try
 */
export function pauseBeforeRetry(tries: number): number | null {
  return tries >= MOST_TRIES ? null : FIRST_PAUSE_MS * 4 ** (tries - 1)
}

/** Current facts, and the facts the message would state. Amounts are decimals in token units. */
export type MessageFacts = {
  /** `choosing` before the first attempt. */
  state: PaymentState | "choosing"
  receivedAmount: string | null
  /** Money by another record has arrived and waits for an operator's decision. */
  isInReview: boolean
  /** The service no longer reports the captured money as paid. */
  isContradicted: boolean
  /** Medusa deleted the session because another payment method was chosen. */
  isAbandoned: boolean
  /** Null when there is no order, or no longer. */
  order: { isCancelled: boolean; isOwed: boolean } | null
  /** The quote expired after the order was placed; that has its own message. */
  hasExpiredSince: boolean
  /** Whether the payment still has the attempt or order that the message is about. */
  isStillCurrent: boolean
  /** The part in the message, and the largest part known now. */
  part: { announced: string; largest: string } | null
  refundState: RefundState | null
}

/** Why a message is not sent. */
export type MessageRefusal =
  | "no_order"
  | "order_cancelled"
  | "order_paid"
  | "session_deleted"
  | "payment_seen"
  | "replaced"
  | "larger_part"
  | "not_captured"
  | "not_refunded"

/**
 * Decides whether a message is still true: the order may have been paid or cancelled since the event.
 *
 * @returns the reason not to send it, or null
 */
export function refuseMessage(message: ShopperMessage, facts: MessageFacts): MessageRefusal | null {
  switch (message) {
    case "awaiting":
      return refuseReminder(facts) ?? (facts.state === "expired" && facts.hasExpiredSince ? "replaced" : null)
    case "expired":
      return refuseReminder(facts) ?? (facts.state === "expired" ? null : "replaced")
    case "partReceived":
      return refusePart(facts)
    case "paid":
      if (facts.order === null) return "no_order"
      if (facts.order.isCancelled) return "order_cancelled"
      return facts.state === "captured" && !facts.isContradicted ? null : "not_captured"
    case "refundSent":
      return facts.refundState === "done" ? null : "not_refunded"
  }
}

/** Do not ask shoppers to pay when they are paying or no longer need to. */
function refuseReminder(facts: MessageFacts): MessageRefusal | null {
  const { order, state, receivedAmount } = facts
  if (order === null) return "no_order"
  if (order.isCancelled) return "order_cancelled"
  if (!order.isOwed) return "order_paid"
  if (facts.isAbandoned) return "session_deleted"
  if (
    hasMoney(state) ||
    facts.isInReview ||
    (receivedAmount !== null && compareAmounts(receivedAmount, "0") > 0)
  )
    return "payment_seen"
  return facts.isStillCurrent ? null : "replaced"
}

function refusePart({ order, state, part, receivedAmount }: MessageFacts): MessageRefusal | null {
  if (order?.isCancelled) return "order_cancelled"
  if (state === "captured" || order?.isOwed === false) return "order_paid"
  if (state === "confirming" || state === "settled") return "payment_seen"
  if (part === null || receivedAmount === null || compareAmounts(receivedAmount, part.announced) < 0)
    return "replaced"
  return compareAmounts(part.largest, part.announced) > 0 ? "larger_part" : null
}

function hasMoney(state: MessageFacts["state"]): boolean {
  return state === "confirming" || state === "settled" || state === "captured" || state === "unallocated"
}
