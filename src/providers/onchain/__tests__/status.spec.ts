import { PAYMENT_STATES, type PaymentState } from "../../../domain/payment-lifecycle"
import { samplePayment } from "../../../modules/onchain/__tests__/sample-payment"
import { authorizationStatus, paymentToStatus } from "../status"

const placed = { order_placed_at: new Date() }

/** State, then: Medusa's status · may an order be placed before or after payment · an order that was placed. */
const TABLE = [
  ["opening", "pending", "pending_authorization", "requires_more", "pending_authorization"],
  ["awaiting", "pending", "pending_authorization", "requires_more", "pending_authorization"],
  ["confirming", "pending", "pending_authorization", "requires_more", "pending_authorization"],
  ["settled", "captured", "captured", "captured", "captured"],
  ["captured", "captured", "captured", "captured", "captured"],
  ["expired", "canceled", "canceled", "canceled", "pending_authorization"],
  ["failed", "error", "error", "error", "pending_authorization"],
  ["cancelled", "canceled", "canceled", "canceled", "pending_authorization"],
  ["unallocated", "canceled", "canceled", "canceled", "pending_authorization"],
] as const

test("the table names every state once", () => {
  expect(TABLE.map(([state]) => state).sort()).toEqual([...PAYMENT_STATES].sort())
})

test.each(TABLE)(
  "%s is %s, answered %s or %s, and %s once its order is placed",
  (state, status, before, after, kept) => {
    expect(paymentToStatus(samplePayment({ state }))).toBe(status)
    expect(authorizationStatus(samplePayment({ state }), "before_payment")).toBe(before)
    expect(authorizationStatus(samplePayment({ state }), "after_payment")).toBe(after)
    expect(authorizationStatus(samplePayment({ state, ...placed }), "before_payment")).toBe(kept)
    expect(authorizationStatus(samplePayment({ state, ...placed }), "after_payment")).toBe(kept)
  }
)

test("nothing but settled money is ever told as captured or authorized", () => {
  const settled: readonly PaymentState[] = ["settled", "captured"]
  for (const state of PAYMENT_STATES) {
    for (const columns of [{}, placed]) {
      for (const mode of ["before_payment", "after_payment"] as const) {
        const status = authorizationStatus(samplePayment({ state, ...columns }), mode)
        expect(status === "captured").toBe(settled.includes(state))
        expect(status).not.toBe("authorized")
      }
    }
  }
})
