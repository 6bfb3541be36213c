import { PAYMENT_RESOLUTIONS, PAYMENT_STATES } from "../../../domain/payment/payment-status"
import { samplePayment, sampleUnchosen } from "../../../modules/onchain/payment/__tests__/sample-payment"
import { authorizationStatus, paymentToStatus } from "../service"

const placed = { order_placed_at: new Date() }

/** State, then: Medusa's status · may an order be placed before or after payment · an order that was placed. */
const TABLE = [
  ["opening", "pending", "pending_authorization", "requires_more", "pending_authorization"],
  ["awaiting", "pending", "pending_authorization", "requires_more", "pending_authorization"],
  ["confirming", "pending", "pending_authorization", "requires_more", "pending_authorization"],
  ["settled", "captured", "captured", "captured", "captured"],
  ["captured", "captured", "captured", "captured", "captured"],
  ["expired", "requires_more", "pending_authorization", "requires_more", "pending_authorization"],
  ["failed", "requires_more", "pending_authorization", "requires_more", "pending_authorization"],
  ["cancelled", "requires_more", "pending_authorization", "requires_more", "pending_authorization"],
  ["superseded", "requires_more", "pending_authorization", "requires_more", "pending_authorization"],
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

test("an order is placed before a choice, or only after payment", () => {
  const { session_id, fiat_amount, currency_code } = samplePayment()
  const unchosen = sampleUnchosen({ session_id, fiat_amount, currency_code })
  expect(paymentToStatus(unchosen)).toBe("pending")
  expect(authorizationStatus(unchosen, "before_payment")).toBe("pending_authorization")
  expect(authorizationStatus(unchosen, "after_payment")).toBe("requires_more")
})

test.each(PAYMENT_RESOLUTIONS)(
  "of money that a user chose to %s its own session captures nothing",
  (resolution) => {
    const state = resolution === "apply" ? "captured" : "unallocated"
    for (const columns of [{}, placed]) {
      const row = samplePayment({ state, resolution, ...columns })
      expect(paymentToStatus(row)).toBe("canceled")
      for (const mode of ["before_payment", "after_payment"] as const)
        expect(authorizationStatus(row, mode)).not.toBe("captured")
    }
  }
)
