import type { Invoice } from "../../../gateway/contract"
import { expectedPayment, paidInvoice } from "../../__tests__/settlement-samples"
import { decideEarlierReading, decideReading, type ReadableMoney, type Reading } from "../invoice-reading"
import type { PaymentState } from "../payment-status"

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

const open = { state: "awaiting", gateway_status: "pending", received_amount: null } as const
const settled = { state: "settled", gateway_status: "paid", settled_at: NOW } as const
const captured = { ...settled, state: "captured" } as const
const ended = { ...open, state: "expired", gateway_status: "expired" } as const
const heldPart = { ...ended, state: "unallocated", unallocated_reason: "partial_payment" } as const
const held = { ...settled, state: "unallocated", unallocated_reason: "order_cancelled" } as const

type Row = [string, Partial<ReadableMoney>, Partial<Invoice>, object]
const decide = (
  change: Partial<ReadableMoney>,
  invoice: Partial<Invoice>,
  expected: Partial<typeof expectedPayment> = {}
): Reading =>
  decideReading(
    money(change),
    { ...expectedPayment, state: money(change).state, ...expected },
    { ...paidInvoice, ...invoice },
    { bounds: { maxShortfallBps: 200 }, now: NOW }
  )

const underpaid = { state: "unallocated", attemptState: "settled", trouble: "underpaid", settledAt: "now" }

describe("money that the service calls settled", () => {
  test.each<Row>([
    ["at the bound settles", open, { receivedAmount: "12.25" }, { state: "settled", settledAt: "now" }],
    ["below the bound is held", open, { receivedAmount: "12.249999" }, underpaid],
    ["of nothing is held", open, { receivedAmount: "0" }, underpaid],
    ["in another asset is held", open, { token: "USDT" }, { trouble: "asset_mismatch" }],
    ["in another amount is held", open, { amount: "1" }, { trouble: "amount_mismatch" }],
    ["after an expiry settles", ended, {}, { state: "settled", trouble: null }],
    ["a second time keeps its moment", settled, {}, { state: "settled", settledAt: "same" }],
    [
      "in base units is held, and the amount is not kept",
      open,
      { receivedAmount: "12500000" },
      {
        ...{ state: "unallocated", trouble: "implausible_amount" },
        received: { received_amount: null, implausible_amount: "12500000" },
      },
    ],
    [
      "is not taken for what a part was, where it is not reported",
      { ...open, received_amount: "5" },
      {},
      { state: "settled", received: { received_amount: null } },
    ],
    [
      "loses digits beyond the token's decimals, so that sums stay exact",
      open,
      { receivedAmount: "12.5000009" },
      { received: { received_amount: "12.5" } },
    ],
    [
      "completes a part in review",
      { ...heldPart, received_amount: "6" },
      { receivedAmount: "12.5" },
      { state: "settled", isCompleted: true, settledAt: "now" },
    ],
    ["completes no decided part", { ...heldPart, resolution: "keep" }, {}, { isCompleted: false }],
    ["moves no other money in review", held, {}, { state: "unallocated", isCompleted: false }],
  ])("%s", (_, change, invoice, reading) => {
    expect(decide(change, invoice)).toMatchObject(reading)
  })
})

describe("settled money that the service takes back", () => {
  test.each<[string, PaymentState]>([
    ["pending", "awaiting"],
    ["confirming", "confirming"],
    ["failed", "failed"],
    ["expired", "expired"],
    ["cancelled", "cancelled"],
  ])("as %s is %s again, without its amount", (status, state) => {
    expect(decide(settled, { status })).toMatchObject({
      ...{ state, trouble: null, settledAt: "none", received: { received_amount: null } },
      contradiction: { found: null, change: "none" },
    })
  })

  test("but for a part is left to the caller who knows whether it is captured, and held after that", () => {
    const failed = { status: "failed", receivedAmount: "5" }
    expect(decide(settled, failed)).toMatchObject({ state: "failed", trouble: null })
    expect(decide({ ...ended, state: "failed" }, failed)).toMatchObject({ trouble: "partial_payment" })
  })
})

describe("what is read after the capture", () => {
  test.each(["pending", "confirming", "failed", "frozen"])("as %s contradicts it, which stays", (status) => {
    const contradiction = { found: status, change: "begin" }
    expect(decide(captured, { status })).toMatchObject({ state: "captured", contradiction })
    expect(decide(held, { status })).toMatchObject({ state: "unallocated", contradiction })
  })

  test.each<Row>([
    ["below the bound", captured, { receivedAmount: "1" }, { found: "underpaid", change: "begin" }],
    ["the same again", { ...captured, contradiction: "failed" }, { status: "failed" }, { change: "none" }],
    [
      "otherwise than before",
      { ...captured, contradiction: "failed" },
      { status: "pending" },
      { found: "pending", change: "update" },
    ],
    ["as paid again", { ...captured, contradiction: "failed" }, {}, { found: null, change: "end" }],
    [
      "otherwise than what was reviewed",
      { ...captured, contradiction: "pending", contradiction_ended_at: NOW },
      { status: "failed" },
      { found: "failed", change: "begin" },
    ],
    ["of a part that never settled", heldPart, { status: "pending" }, { found: null, change: "none" }],
  ])("%s", (_, change, invoice, contradiction) => {
    expect(decide(change, invoice)).toMatchObject({ contradiction })
  })

  test("in base units leaves the amount as it was, and a true one replaces it", () => {
    const absurd = decide(captured, { status: "overpaid", receivedAmount: "12500000" })
    expect(absurd.received).toEqual({ implausible_amount: "12500000" })
    const corrected = decide(captured, { status: "overpaid", receivedAmount: "13" })
    expect(corrected.received).toEqual({ received_amount: "13", implausible_amount: null })
  })
})

describe("a part", () => {
  test.each(["expired", "failed", "cancelled"] as const)("of an invoice that %s is held", (status) => {
    const reading = { state: "unallocated", trouble: "partial_payment", settledAt: "now" }
    expect(decide(open, { status, receivedAmount: "3" })).toMatchObject(reading)
    const reportedLate = decide({ ...ended, state: status }, { status, receivedAmount: "1.25" })
    expect(reportedLate).toMatchObject(reading)
  })

  test.each(["0", "0.000", undefined])("of %s is none", (receivedAmount) => {
    expect(decide(open, { status: "expired", receivedAmount })).toMatchObject({
      ...{ state: "expired", trouble: null },
    })
  })

  test("of an invoice that is open again stays open, because the rest may follow", () => {
    expect(decide(ended, { status: "pending", receivedAmount: "1.25" })).toMatchObject({
      ...{ state: "expired", trouble: null, received: { received_amount: "1.25" } },
    })
  })

  test("is noted when it is first seen, and reported when it grows until a person has decided", () => {
    const part = { status: "pending", receivedAmount: "6" }
    expect(decide(open, part).received).toMatchObject({ part_seen_at: NOW, largest_part_amount: "6" })
    const seen = { ...open, part_seen_at: NOW, largest_part_amount: "6" }
    expect(decide(seen, part).received).toEqual({ received_amount: "6", implausible_amount: null })
    const larger = decide(seen, { ...part, receivedAmount: "7" }).received
    expect(larger).toMatchObject({ largest_part_amount: "7" })
    expect(larger).not.toHaveProperty("part_seen_at")
    const decided = decide({ ...seen, resolution: "keep" }, { ...part, receivedAmount: "7" }).received
    expect(decided).not.toHaveProperty("largest_part_amount")
  })
})

describe("a deposit's invoice", () => {
  const intent = { kind: "auto_deposit" } as const
  const matched = { autoDepositAssignmentStatus: "matched", externalOrderId: "payses_1" }

  test.each([
    ["in review", { autoDepositAssignmentStatus: "unassigned_no_intent" }],
    ["assigned to another", { ...matched, externalOrderId: "payses_2" }],
    ["assigned to nothing", {}],
  ])("that is paid and %s changes nothing", (_, change) => {
    expect(decide(open, change, intent)).toMatchObject({ state: "awaiting", settledAt: "same" })
  })

  test.each(["awaiting", "superseded", "opening", "failed"] as const)(
    "that is matched settles a payment that is %s, with its own amount where none is reported",
    (state) => {
      const reading = decide({ ...open, state }, { ...matched, amount: "12.4" }, intent)
      expect(reading).toMatchObject({ state: "settled", received: { received_amount: "12.4" } })
    }
  )

  test("nothing counts as received for a deposit's invoice before it is settled", () => {
    for (const status of ["confirming", "failed"])
      expect(decide(open, { ...matched, status }, intent).received).toEqual({})
  })
})
