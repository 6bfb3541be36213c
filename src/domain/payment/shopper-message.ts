import { compareAmounts } from "../../gateway/amount"
import type { RefundState } from "../refund/refund-lifecycle"
import type { PaymentState } from "./payment-lifecycle"

/** What a shopper is written about, as the option `notifications.templates` names it. */
export const SHOPPER_MESSAGES = ["awaiting", "partReceived", "expired", "paid", "refundSent"] as const
export type ShopperMessage = (typeof SHOPPER_MESSAGES)[number]

/** Tries of one message; after the last it is given up. */
export const MOST_TRIES = 7
const FIRST_PAUSE_MS = 60_000

/**
 * How long to wait after a try that failed: a minute, then four times as long each time. The last try is about a day after the
 * first: an old message helps nobody.
 *
 * @param tries so far, from 1
 * @returns milliseconds; null when it is given up
 */
export function pauseBeforeRetry(tries: number): number | null {
  return tries >= MOST_TRIES ? null : FIRST_PAUSE_MS * 4 ** (tries - 1)
}

/** What is true now, and what the message would say. Amounts are decimals in token units. */
export type MessageFacts = {
  /** `choosing` before the first attempt. */
  state: PaymentState | "choosing"
  receivedAmount: string | null
  /** The service no longer calls its captured money paid. */
  isContradicted: boolean
  /** Medusa deleted the session: another method was chosen. */
  isAbandoned: boolean
  /** Null where there is none (any more). */
  order: { isCancelled: boolean; isOwed: boolean } | null
  /** The quote expired after the order was placed, which has a message of its own. */
  hasExpiredSince: boolean
  /** Whether the attempt, or the order, that the message is about is still the one of the payment. */
  isStillCurrent: boolean
  /** The part that the message would name, and the largest known by now. */
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
 * Decides whether a message is still true: between the event and the message the order can be paid or cancelled.
 *
 * @returns why it is not sent, or null
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

/** A shopper who pays, or need not pay, is not asked to. */
function refuseReminder(facts: MessageFacts): MessageRefusal | null {
  const { order, state, receivedAmount } = facts
  if (order === null) return "no_order"
  if (order.isCancelled) return "order_cancelled"
  if (!order.isOwed) return "order_paid"
  if (facts.isAbandoned) return "session_deleted"
  if (hasMoney(state) || (receivedAmount !== null && compareAmounts(receivedAmount, "0") > 0))
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
