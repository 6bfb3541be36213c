import { compareAmounts } from "../../gateway/amount"
import type { RefundState } from "../refund/refund-lifecycle"
import type { PaymentState } from "./payment-lifecycle"

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
