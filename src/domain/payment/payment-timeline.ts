import {
  attemptEvents,
  happened,
  inTokens,
  moment,
  NO_SUM,
  outcomeEvents,
  refundEvents,
  type AttemptMoments,
  type OutcomeMoments,
  type Possible,
  type RefundMoments,
  type TimelineEntry,
  type TimelineEvent,
} from "./payment-moments"
import type { ShopperMessage } from "./shopper-message"

/** `attempt_id` is set where the event belongs to an attempt and there are several. */
export type PaymentEvent = TimelineEvent & {
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
