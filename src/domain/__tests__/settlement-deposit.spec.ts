import fc from "fast-check"
import { formatAmount } from "../../gateway/amount"
import type { Invoice } from "../../gateway/contract"
import { PAYMENT_STATES } from "../payment/payment-status"
import { decideSettlement, isSettledFor } from "../payment/settlement"
import { expectedPayment, facts, openCart, paidInvoice } from "./settlement-samples"

const matched = { autoDepositAssignmentStatus: "matched", externalOrderId: "payses_1" }
const payment = { ...expectedPayment, kind: "auto_deposit" } as const
const decide = (change: Partial<Invoice>) =>
  decideSettlement({ ...paidInvoice, ...matched, ...change }, payment, facts())

const capture = { kind: "capture_order", orderId: "order_1" }
const wait = { kind: "wait" }

test("a deposit that is matched to our session captures its order", () => {
  expect(decide({})).toEqual(capture)
  expect(decide({ status: "overpaid" })).toEqual(capture)
})

test.each<[string, Partial<Invoice>]>([
  ["another session", { externalOrderId: "payses_2" }],
  ["no session", { externalOrderId: undefined }],
  ["our session in other letters", { externalOrderId: "PAYSES_1" }],
  ["nothing", { autoDepositAssignmentStatus: undefined }],
  ["nobody, since there is no intent", { autoDepositAssignmentStatus: "unassigned_no_intent" }],
  ["nobody, since the amount differs", { autoDepositAssignmentStatus: "review_required_amount_mismatch" }],
  ["nobody, in words we do not know", { autoDepositAssignmentStatus: "Matched" }],
])("a paid deposit that is assigned to %s waits", (_, change) => {
  expect(decide(change)).toEqual(wait)
})

test("no assignment makes unsettled money settled", () => {
  for (const status of ["pending", "confirming", "failed", "expired", "partially_paid"])
    expect(decide({ status })).toEqual(wait)
})

test("the service judges the amount up to our bounds: one beyond them is held for review", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), (units) => {
      const isWithin = units >= 12_250_000n && units < 12_500_000_000n
      const reason = units < 12_250_000n ? "underpaid" : "implausible_amount"
      const decision = decide({ amount: formatAmount(units, 6) })
      expect(decision).toEqual(isWithin ? capture : { kind: "unallocated", reason })
    })
  )
})

test.each<[string, Partial<Invoice>]>([
  ["another chain", { chain: "sol" }],
  ["another network", { networkId: "eth-mainnet" }],
  ["another token", { token: "USDT" }],
])("a matched deposit of %s is still held for review", (_, change) => {
  expect(decide(change)).toEqual({ kind: "unallocated", reason: "asset_mismatch" })
})

test("a superseded payment whose money is matched to it captures its own order, or completes its own cart", () => {
  const superseded = { ...payment, state: "superseded" } as const
  const invoice = { ...paidInvoice, ...matched }
  expect(decideSettlement(invoice, superseded, facts())).toEqual(capture)
  expect(decideSettlement(invoice, superseded, facts({ order: null, cart: openCart }))).toEqual({
    kind: "complete_cart",
    cartId: "cart_1",
  })
})

test("an invoice of our own needs no assignment, and one of a deposit always does", () => {
  for (const state of PAYMENT_STATES) {
    const base = { ...expectedPayment, state }
    expect(isSettledFor(paidInvoice, { ...base, kind: "invoice" })).toBe(true)
    expect(isSettledFor(paidInvoice, { ...base, kind: "auto_deposit" })).toBe(false)
  }
})
