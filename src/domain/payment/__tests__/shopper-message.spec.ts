import { PAYMENT_STATES } from "../payment-status"
import {
  type MessageFacts,
  type MessageRefusal,
  MOST_TRIES,
  pauseBeforeRetry,
  refuseMessage,
  SHOPPER_MESSAGES,
  type ShopperMessage,
} from "../timeline"

const waiting: MessageFacts = {
  ...{
    state: "awaiting",
    receivedAmount: null,
    isInReview: false,
    isContradicted: false,
    isAbandoned: false,
  },
  ...{ order: { isCancelled: false, isOwed: true }, hasExpiredSince: false, isStillCurrent: true },
  ...{ part: null, refundState: null },
}
const paidOrder = { order: { isCancelled: false, isOwed: false } }
const paid: Partial<MessageFacts> = { state: "captured", ...paidOrder }
const cancelled: Partial<MessageFacts> = { order: { isCancelled: true, isOwed: true } }
const expired: Partial<MessageFacts> = { state: "expired" }
const partOf = (largest: string): Partial<MessageFacts> => ({
  ...{ receivedAmount: largest, part: { announced: "8.5", largest } },
})

test.each<[ShopperMessage, string, Partial<MessageFacts>, MessageRefusal | null]>([
  ["awaiting", "while nothing is chosen", { state: "choosing" }, null],
  ["awaiting", "while nothing has come", {}, null],
  ["awaiting", "after a failed attempt, as the page offers another one", { state: "failed" }, null],
  [
    "awaiting",
    "once it expired, which has its own message",
    { ...expired, hasExpiredSince: true },
    "replaced",
  ],
  ["awaiting", "of an order that was placed with an expired quote", { state: "expired" }, null],
  ["awaiting", "with a new quote after one that expired", { hasExpiredSince: true }, null],
  ["awaiting", "once money is seen", { state: "confirming" }, "payment_seen"],
  ["awaiting", "once a part has arrived", { receivedAmount: "0.5" }, "payment_seen"],
  ["awaiting", "once money is in review", { isInReview: true }, "payment_seen"],
  ["expired", "once late money is in review", { state: "expired", isInReview: true }, "payment_seen"],
  ["awaiting", "once it is paid", paid, "order_paid"],
  ["awaiting", "once the order is paid by other means", paidOrder, "order_paid"],
  ["awaiting", "once the order is cancelled", cancelled, "order_cancelled"],
  ["awaiting", "once Medusa took the order back", { order: null }, "no_order"],
  ["awaiting", "once another method was chosen", { isAbandoned: true }, "session_deleted"],
  ["awaiting", "of an order that another order replaced", { isStillCurrent: false }, "replaced"],
  ["expired", "while another attempt is open", {}, "replaced"],
  ["expired", "while it is", { state: "expired" }, null],
  ["expired", "once there is a new quote", { state: "awaiting", isStillCurrent: false }, "replaced"],
  ["expired", "once that expired too", { state: "expired", isStillCurrent: false }, "replaced"],
  ["expired", "once late money is seen", { state: "confirming" }, "payment_seen"],
  ["expired", "once the order is cancelled", { state: "expired", ...cancelled }, "order_cancelled"],
  ["partReceived", "while the rest is missing", partOf("8.5"), null],
  ["partReceived", "before there is an order", { ...partOf("8.5"), order: null }, null],
  ["partReceived", "that is gone again", { ...partOf("8.5"), receivedAmount: "0" }, "replaced"],
  ["partReceived", "of a replaced attempt", { ...partOf("8.5"), receivedAmount: null }, "replaced"],
  ["partReceived", "once a larger one is known", partOf("10"), "larger_part"],
  ["partReceived", "once the rest is on its way", { ...partOf("17"), state: "confirming" }, "payment_seen"],
  ["partReceived", "once the rest has settled", { ...partOf("17"), state: "settled" }, "payment_seen"],
  ["partReceived", "once it is captured", { ...partOf("8.5"), state: "captured" }, "order_paid"],
  ["partReceived", "once the order owes nothing", { ...partOf("8.5"), ...paidOrder }, "order_paid"],
  ["partReceived", "once all is paid", { ...partOf("8.5"), ...paid }, "order_paid"],
  ["partReceived", "once the order is cancelled", { ...partOf("8.5"), ...cancelled }, "order_cancelled"],
  ["paid", "of a captured payment", paid, null],
  ["paid", "before the capture", paidOrder, "not_captured"],
  ["paid", "that the service takes back", { ...paid, isContradicted: true }, "not_captured"],
  ["paid", "of an order that was cancelled since", { ...paid, ...cancelled }, "order_cancelled"],
  ["paid", "without an order", { ...paid, order: null }, "no_order"],
  ["refundSent", "of a cancelled order", { ...cancelled, refundState: "done" }, null],
  ["refundSent", "without an order", { order: null, refundState: "done" }, null],
  ["refundSent", "that is due again", { refundState: "due" }, "not_refunded"],
])("the message %s %s", (message, _, change, refusal) => {
  expect(refuseMessage(message, { ...waiting, ...change })).toBe(refusal)
})

test("no message asks to pay an order whose money has arrived, and a cancelled order has refund messages only", () => {
  for (const state of PAYMENT_STATES)
    for (const message of SHOPPER_MESSAGES.filter((one) => one !== "refundSent")) {
      if (message === "awaiting" || message === "expired")
        expect(refuseMessage(message, { ...waiting, ...paid, state })).not.toBeNull()
      expect(refuseMessage(message, { ...waiting, ...cancelled, state })).toBe("order_cancelled")
    }
})

test("a message is retried for about a day with growing pauses, then given up", () => {
  const pauses = Array.from({ length: MOST_TRIES }, (_, n) => pauseBeforeRetry(n + 1))
  expect(pauses.map((ms) => ms && ms / 60_000)).toEqual([1, 4, 16, 64, 256, 1_024, null])
})
