import { compareAmounts } from "../../gateway/amount"
import type { RefundState } from "../refund/refund-lifecycle"
import { canPayAnew, type PaymentFacts, type PaymentState } from "./payment-status"

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

/** `created_at` is when it was opened. */
type AttemptMoments = Pick<
  PaymentFacts,
  "state" | "confirming_at" | "part_seen_at" | "expires_at" | "token" | "expected_amount" | "received_amount"
> & { id: string; isCurrent: boolean; created_at: Date }

type PaymentMoments = Pick<
  PaymentFacts,
  "settled_at" | "abandoned_at" | "order_closed_at" | "contradiction_ended_at" | "unallocated_reason"
> & {
  created_at: Date
  order_placed_at: Date | null
  captured_at: Date | null
  order_timed_out_at: Date | null
  contradicted_at: Date | null
  /** Who reviewed it; null when the service calls the payment paid again. */
  contradiction_ended_by: string | null
}

/** `fiat_amount`, in major units, is owed where it is set, else `token_amount`. */
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
export type TimelineEntry = {
  subject_type: string
  subject_id: string
  action: string
  actor_id: string | null
  created_at: Date
}

/** A message to the shopper that has its result: `sent`, `failed`, or why it was not sent. */
export type MessageMoment = { message: ShopperMessage; result: string; at: Date }

export type PaymentHistory = {
  payment: PaymentMoments
  /** Oldest first. */
  attempts: readonly AttemptMoments[]
  refunds: readonly RefundMoments[]
  /** Of the payment and its refunds. */
  entries: readonly TimelineEntry[]
  messages: readonly MessageMoment[]
  claims: readonly { created_at: Date }[]
  deposits: readonly { observed_at: Date; amount: string | null; token: string | null }[]
}

/** An amount is in units of `token`, or in major units of `currency_code`: exactly one of them is set with it. */
type Sum = { amount: string | null; token: string | null; currency_code: string | null }
const NO_SUM: Sum = { amount: null, token: null, currency_code: null }

type PaymentEvent = Sum & {
  at: Date
  event: string
  /** An identifier; null for the service or a job. */
  by: string | null
  /** Where the event belongs to one of several attempts. */
  attempt_id: string | null
  refund_id: string | null
  message: ShopperMessage | null
}

/** From this far apart, the payer chose a network and a token after the payment was created. */
const CHOSEN_LATER_MS = 1_000

/** The whole history of a payment, oldest first. At the same instant, causes come before their effects. */
export function paymentTimeline(history: PaymentHistory): PaymentEvent[] {
  const { payment, attempts, refunds, entries, messages, claims, deposits } = history
  const events = [
    ...(wasChosenLater(payment, attempts[0]) ? moment(payment.created_at, "created") : []),
    ...attempts.flatMap((attempt) => attemptEvents(attempt, attempts.length > 1)),
    ...moment(payment.order_placed_at, "order_placed"),
    ...claims.flatMap(({ created_at }) => moment(created_at, "claimed")),
    ...deposits.flatMap(({ observed_at, amount, token }) =>
      moment(observed_at, "deposit_observed", token === null ? {} : inTokens(amount, token))
    ),
    ...outcomeEvents(
      payment,
      attempts.find(({ isCurrent }) => isCurrent)
    ),
    ...entries.map(({ action, actor_id, created_at, subject_id, subject_type }) => ({
      ...{ ...NOTHING, at: created_at, event: action, by: actor_id },
      refund_id: subject_type === "payment" ? null : subject_id,
    })),
    ...refunds.flatMap((refund) => refundEvents(refund, entries)),
    ...messages.flatMap(({ message, result, at }) => moment(at, momentOf(result), { message })),
  ]
  return events.sort((left, right) => left.at.getTime() - right.at.getTime())
}

const NOTHING = { ...NO_SUM, by: null, attempt_id: null, refund_id: null, message: null }

/** Without a time, it has not happened. */
function moment(at: Date | null, event: Moment, more: Partial<PaymentEvent> = {}): PaymentEvent[] {
  return at === null ? [] : [{ ...NOTHING, at, event, ...more }]
}

function inTokens(amount: string | null, token: string): Sum {
  return amount === null ? NO_SUM : { amount, token, currency_code: null }
}

function attemptEvents(attempt: AttemptMoments, isNamed: boolean): PaymentEvent[] {
  const { id, token } = attempt
  const attempt_id = isNamed ? id : null
  return [
    ...moment(attempt.created_at, "opened", { attempt_id, ...inTokens(attempt.expected_amount, token) }),
    ...moment(attempt.confirming_at, "confirming", {
      attempt_id,
      ...inTokens(attempt.received_amount, token),
    }),
    ...moment(attempt.part_seen_at, "part_received", { attempt_id }),
    ...moment(attempt.state === "expired" ? attempt.expires_at : null, "expired", { attempt_id }),
  ]
}

function outcomeEvents(payment: PaymentMoments, current: AttemptMoments | undefined): PaymentEvent[] {
  const { unallocated_reason: reason, settled_at, order_timed_out_at, contradiction_ended_at } = payment
  const isPart = reason === "partial_payment"
  const received = current ? inTokens(current.received_amount, current.token) : NO_SUM
  return [
    ...moment(payment.abandoned_at, "abandoned"),
    ...moment(isPart ? null : settled_at, "settled", received),
    ...moment(reason === null ? null : settled_at, "unallocated", isPart ? received : NO_SUM),
    ...moment(payment.captured_at, "captured"),
    ...moment(payment.contradicted_at, "contradicted"),
    ...moment(payment.contradiction_ended_by === null ? contradiction_ended_at : null, "contradiction_ended"),
    ...moment(order_timed_out_at, "timed_out"),
    ...moment(order_timed_out_at === null ? payment.order_closed_at : null, "cancelled"),
  ]
}

/** The payout of a refund appears once: from the audit if the audit has it, else from the refund. */
function refundEvents(refund: RefundMoments, entries: readonly TimelineEntry[]): PaymentEvent[] {
  const { id: refund_id, done_at, settled_by, fiat_amount: amount, currency_code } = refund
  const isNoted = entries.some((entry) => entry.subject_id === refund_id && entry.action === "refund.paid")
  const owed =
    amount === null
      ? inTokens(refund.token_amount, refund.token)
      : { amount, token: null, currency_code: currency_code.toLowerCase() }
  return [
    ...moment(refund.created_at, "refund_due", { refund_id, ...owed }),
    ...moment(isNoted || settled_by !== null ? null : done_at, "refund_paid", { refund_id, ...owed }),
  ]
}

function wasChosenLater(payment: { created_at: Date }, first: { created_at: Date } | undefined): boolean {
  return first === undefined || first.created_at.getTime() - payment.created_at.getTime() >= CHOSEN_LATER_MS
}

function momentOf(result: string): Moment {
  if (result === "sent") return "message_sent"
  return result === "failed" ? "message_failed" : "message_skipped"
}

/** Named as in the option `notifications.templates`. */
export const SHOPPER_MESSAGES = ["awaiting", "partReceived", "expired", "paid", "refundSent"] as const
export type ShopperMessage = (typeof SHOPPER_MESSAGES)[number]

export const MOST_TRIES = 7
const FIRST_PAUSE_MS = 60_000

/**
 * Backoff after a failed try. The last try is about a day after the first; an older message would help nobody.
 *
 * @param tries so far, from 1
 * @returns milliseconds; null after the last try
 */
export function pauseBeforeRetry(tries: number): number | null {
  return tries >= MOST_TRIES ? null : FIRST_PAUSE_MS * 4 ** (tries - 1)
}

/** Current facts, and the facts that the message would state. Amounts are decimals in token units. */
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

/** Why a message is no longer sent, or null: the order may have been paid or cancelled since the event. */
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
  const hasReceivedSome = compareAmounts(receivedAmount ?? "0", "0") > 0
  if (!canPayAnew(state) || facts.isInReview || hasReceivedSome) return "payment_seen"
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
