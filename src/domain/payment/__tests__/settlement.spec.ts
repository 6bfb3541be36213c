import fc from "fast-check"
import { PAYMENT_STATES } from "../payment-status"
import { decideSettlement, type SessionFacts, type SettlementDecision } from "../settlement"
import {
  cancelledOrder,
  completedCart,
  expectedPayment,
  facts,
  liveOrder,
  openCart,
  paidInvoice,
} from "../../__tests__/settlement-samples"

const decide = (change: Partial<SessionFacts>, status = "paid"): SettlementDecision =>
  decideSettlement({ ...paidInvoice, status }, expectedPayment, facts(change))

const captureOrder: SettlementDecision = { kind: "capture_order", orderId: "order_1" }
const completeCart: SettlementDecision = { kind: "complete_cart", cartId: "cart_1" }
const recordCaptured: SettlementDecision = { kind: "record_captured", orderId: "order_1" }
const retry: SettlementDecision = { kind: "retry", reason: "session_missing" }
const aside = (
  reason: Extract<SettlementDecision, { kind: "unallocated" }>["reason"]
): SettlementDecision => ({
  kind: "unallocated",
  reason,
})

type Expected = Record<SessionFacts["session"], SettlementDecision>
const always = { deleted: aside("session_deleted"), missing: retry }
const onLiveOrder: Expected = {
  ...{ alive: captureOrder, captured: recordCaptured, dead: aside("session_dead") },
  ...always,
}
const onCancelledOrder: Expected = {
  ...{ alive: aside("order_cancelled"), captured: recordCaptured, dead: aside("order_cancelled") },
  ...always,
}
const onOpenCart: Expected = {
  ...{ alive: completeCart, captured: completeCart, dead: aside("session_dead") },
  ...always,
}
const onNothing: Expected = {
  ...{ alive: aside("cart_gone"), captured: aside("cart_gone"), dead: aside("session_dead") },
  ...always,
}

/** Every combination of order and cart, and what each session fact leads to. */
const TABLE: [string, SessionFacts["order"], SessionFacts["cart"], Expected][] = [
  ["a live order and a completed cart", liveOrder, completedCart, onLiveOrder],
  ["a live order and an open cart", liveOrder, openCart, onLiveOrder],
  ["a live order without a cart", liveOrder, null, onLiveOrder],
  ["a cancelled order and a completed cart", cancelledOrder, completedCart, onCancelledOrder],
  ["a cancelled order and an open cart", cancelledOrder, openCart, onCancelledOrder],
  ["a cancelled order without a cart", cancelledOrder, null, onCancelledOrder],
  ["no order and an open cart", null, openCart, onOpenCart],
  ["no order and a completed cart", null, completedCart, onNothing],
  ["no order and no cart", null, null, onNothing],
]
const SESSIONS = ["alive", "captured", "dead", "deleted", "missing"] as const
const CASES = TABLE.flatMap(([name, order, cart, expected]) =>
  SESSIONS.map((session) => ({ name, session, order, cart, expected: expected[session] }))
)

test.each(CASES)("paid, session $session, $name: $expected.kind", ({ session, order, cart, expected }) => {
  expect(decide({ session, order, cart })).toEqual(expected)
  expect(decide({ session, order, cart }, "overpaid")).toEqual(expected)
})

test.each(["pending", "confirming", "expired", "failed", "cancelled", "underpaid", "PAID", "refunded"])(
  "an invoice that is %s waits, unless Medusa has captured it: that is recorded, so that it can be contradicted",
  (status) => {
    for (const { session, order, cart } of CASES) {
      const isBooked = session === "captured" && order !== null
      expect(decide({ session, order, cart }, status)).toEqual(isBooked ? recordCaptured : { kind: "wait" })
    }
  }
)

test("an unknown status never moves money, whatever it is called", () => {
  fc.assert(
    fc.property(
      fc.string().filter((status) => status !== "paid" && status !== "overpaid"),
      fc.constantFrom(...CASES),
      (status, { session, order, cart }) => {
        const isBooked = session === "captured" && order !== null
        expect(decide({ session, order, cart }, status)).toEqual(isBooked ? recordCaptured : { kind: "wait" })
      }
    )
  )
})

test("money for an order that another payment has captured is a refund due immediately, whatever happened to its session", () => {
  for (const session of ["alive", "dead", "deleted"] as const)
    for (const cart of [openCart, completedCart, null])
      expect(
        decide({ session, order: liveOrder, cart, isPaidOtherwise: true, isCapturedOtherwise: true })
      ).toEqual({
        ...aside("already_paid"),
        isOwedBack: true,
      })
})

test("it is held for review while there is no order, or while the other payment is only authorized", () => {
  for (const order of [liveOrder, null])
    for (const cart of [openCart, completedCart, null])
      expect(decide({ order, cart, isPaidOtherwise: true, isCapturedOtherwise: order === null })).toEqual(
        aside("already_paid")
      )
})

test("money in another currency than its order or cart is held for review, also when Medusa has captured it", () => {
  for (const { session, order, cart } of CASES)
    expect(decide({ session, order, cart, misfit: "other_currency" })).toEqual(aside("total_not_covered"))
})

test.each([
  ["missing", aside("total_not_covered")],
  ["exceeds", captureOrder],
] as const)("a session that is for another amount (%s) places no order", (misfit, onOrder) => {
  expect(decide({ order: null, cart: openCart, misfit })).toEqual(aside("total_not_covered"))
  expect(decide({ order: liveOrder, cart: completedCart, misfit })).toEqual(onOrder)
})

test("money that core has already recorded as owed back is never held as well", () => {
  for (const { session, order, cart } of CASES) {
    const decision = decide({ session, order, cart, isRefundDue: true })
    expect(decision).toEqual({ kind: "record_captured", orderId: order?.id ?? null })
  }
})

test("money held for review stays held", () => {
  for (const { session, order, cart } of CASES) {
    const payment = { ...expectedPayment, state: "unallocated" as const }
    expect(decideSettlement(paidInvoice, payment, facts({ session, order, cart }))).toEqual({ kind: "wait" })
  }
})

test.each(PAYMENT_STATES.filter((state) => state !== "unallocated"))(
  "the canonical invoice decides even when our own row is still %s",
  (state) => {
    expect(decideSettlement(paidInvoice, { ...expectedPayment, state }, facts())).toEqual(captureOrder)
  }
)
