import { expectedPayment, paidInvoice } from "../../__tests__/settlement-samples"
import { decideEarlierReading, decideReading, type ReadableMoney } from "../invoice-reading"
import type { PaymentState } from "../payment-lifecycle"

const NOW = new Date("2026-01-02T03:04:05.000Z")
const money = (change: Partial<ReadableMoney> = {}): ReadableMoney => ({
  state: "confirming",
  gateway_status: "confirming",
  unallocated_reason: null,
  resolution: null,
  expected_amount: "12.5",
  received_amount: "12.5",
  decimals: 6,
  part_seen_at: null,
  largest_part_amount: null,
  settled_at: null,
  contradiction: null,
  contradiction_ended_at: null,
  ...change,
})
const read = (status: string, change?: Partial<ReadableMoney>) =>
  decideReading(
    money(change),
    { ...expectedPayment, state: change?.state ?? "confirming" },
    { ...paidInvoice, status },
    { bounds: { maxShortfallBps: 200 }, now: NOW }
  )

// A transfer that a reorganization undid must not become a refund.
test.each<[string, PaymentState]>([
  ["pending", "awaiting"],
  ["expired", "expired"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
])("confirming money of an invoice that is then %s, without an amount, is gone", (status, state) => {
  expect(read(status)).toMatchObject({ state, received: { received_amount: null } })
  const earlier = decideEarlierReading(
    money(),
    { ...expectedPayment, state: "confirming" },
    { ...paidInvoice, status },
    NOW
  )
  expect(earlier).toMatchObject({ state, received: { received_amount: null } })
})

test("money that stays confirming, and a part of an invoice that expires, keep their amount when none is reported", () => {
  expect(read("confirming").received).toEqual({})
  expect(
    read("expired", { state: "awaiting", gateway_status: "pending", received_amount: "4" }).received
  ).toEqual({})
})
