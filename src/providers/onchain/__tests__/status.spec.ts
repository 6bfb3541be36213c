import {
  PAYMENT_RESOLUTIONS,
  PAYMENT_STATES,
  type PaymentState,
} from "../../../domain/payment/payment-lifecycle"
import { samplePayment } from "../../../modules/onchain/payment/__tests__/sample-payment"
import { authorizationStatus, paymentToStatus } from "../session"

const NOW_MS = Date.parse("2026-01-02T03:00:00.000Z")

const placed = { order_placed_at: new Date() }

/** State, then: Medusa's status · may an order be placed before or after payment · an order that was placed. */
const TABLE = [
  ["opening", "pending", "requires_more", "requires_more", "pending_authorization"],
  ["awaiting", "pending", "pending_authorization", "requires_more", "pending_authorization"],
  ["confirming", "pending", "pending_authorization", "requires_more", "pending_authorization"],
  ["settled", "captured", "captured", "captured", "captured"],
  ["captured", "captured", "captured", "captured", "captured"],
  ["expired", "canceled", "canceled", "canceled", "pending_authorization"],
  ["failed", "error", "error", "error", "pending_authorization"],
  ["cancelled", "canceled", "canceled", "canceled", "pending_authorization"],
  ["superseded", "requires_more", "requires_more", "requires_more", "pending_authorization"],
  ["unallocated", "canceled", "canceled", "canceled", "pending_authorization"],
] as const

test("the table names every state once", () => {
  expect(TABLE.map(([state]) => state).sort()).toEqual([...PAYMENT_STATES].sort())
})

test.each(TABLE)(
  "%s is %s, answered %s or %s, and %s once its order is placed",
  (state, status, before, after, kept) => {
    expect(paymentToStatus(samplePayment({ state }))).toBe(status)
    expect(authorizationStatus(samplePayment({ state }), "before_payment", NOW_MS)).toBe(before)
    expect(authorizationStatus(samplePayment({ state }), "after_payment", NOW_MS)).toBe(after)
    expect(authorizationStatus(samplePayment({ state, ...placed }), "before_payment", NOW_MS)).toBe(kept)
    expect(authorizationStatus(samplePayment({ state, ...placed }), "after_payment", NOW_MS)).toBe(kept)
  }
)

test("only settled money is ever reported as captured or authorized", () => {
  const settled: readonly PaymentState[] = ["settled", "captured"]
  for (const state of PAYMENT_STATES) {
    for (const columns of [{}, placed]) {
      for (const mode of ["before_payment", "after_payment"] as const) {
        const status = authorizationStatus(samplePayment({ state, ...columns }), mode, NOW_MS)
        expect(status === "captured").toBe(settled.includes(state))
        expect(status).not.toBe("authorized")
      }
    }
  }
})

test("an order is not placed on an expired invoice, even when the expiry was not reported", () => {
  const late = samplePayment({ state: "awaiting", expires_at: new Date(NOW_MS - 1) })
  expect(authorizationStatus(late, "before_payment", NOW_MS)).toBe("canceled")
  expect(authorizationStatus(late, "after_payment", NOW_MS)).toBe("canceled")
  expect(authorizationStatus({ ...late, ...placed }, "before_payment", NOW_MS)).toBe("pending_authorization")
})

test.each(PAYMENT_RESOLUTIONS)(
  "of money that a user chose to %s its own session captures nothing",
  (resolution) => {
    const state = resolution === "apply" ? "captured" : "unallocated"
    for (const columns of [{}, placed]) {
      const row = samplePayment({ state, resolution, ...columns })
      expect(paymentToStatus(row)).toBe("canceled")
      for (const mode of ["before_payment", "after_payment"] as const)
        expect(authorizationStatus(row, mode, NOW_MS)).not.toBe("captured")
    }
  }
)
