import fc from "fast-check"
import { formatAmount } from "../../../gateway/amount"
import { forAll } from "../../__tests__/for-all"
import type { PaymentState } from "../payment-status"
import {
  decideUnpaidOrder,
  type HeldMoney,
  holdUntil,
  pauseOfHold,
  refuseKeeping,
  stateForOrder,
  type UnpaidOrderFacts,
} from "../cancel-unpaid-order"

const HOUR_MS = 60 * 60_000

const kindOf = (change: Partial<UnpaidOrderFacts>) =>
  decideUnpaidOrder({
    ...{ payments: ["awaiting"], isPaidInPart: false, hasOtherPayment: false, hasFulfillment: false },
    ...{ isHalfCancelled: false, isOwed: true, status: "pending", isKept: false, isHeldInPart: false },
    ...{ hasApplication: false, isMoneyInReview: false, depositReading: "read", transactionReading: "read" },
    ...{ search: "read", hasUnknownInvoice: false, ...change },
  }).kind

const BY_STATE = {
  ...{ opening: "cancel", awaiting: "cancel", confirming: "wait", settled: "wait", captured: "over" },
  ...{
    expired: "cancel",
    failed: "cancel",
    cancelled: "cancel",
    superseded: "cancel",
    unallocated: "cancel",
  },
} as const satisfies Record<PaymentState, string>

describe("an order that is out of time", () => {
  it.each(Object.entries(BY_STATE))("with a payment that is %s: %s", (state, kind) => {
    expect(kindOf({ payments: [state as PaymentState] })).toBe(kind)
    expect(kindOf({ payments: ["expired", state as PaymentState] })).toBe(kind)
  })

  const confirming = { payments: ["confirming"] } satisfies Partial<UnpaidOrderFacts>
  const captured = { payments: ["captured"] } satisfies Partial<UnpaidOrderFacts>
  const onItsWay = { ...confirming, isMoneyInReview: true, search: "incomplete" } as const

  it.each<[string, Partial<UnpaidOrderFacts>, string]>([
    ["a payment by other means", { hasOtherPayment: true }, "over"],
    ["money that is being applied to it", { hasApplication: true }, "wait"],
    ["money in review that may be its own", { isMoneyInReview: true }, "hold"],
    ["deposits that were not read since", { depositReading: "busy" }, "search"],
    ["deposits of which the list is incomplete", { depositReading: "incomplete" }, "incomplete"],
    ["a deposit in review beside them", { depositReading: "incomplete", isMoneyInReview: true }, "hold"],
    ["transactions that were not read since", { transactionReading: "busy" }, "search"],
    ["transactions of which the list is incomplete", { transactionReading: "incomplete" }, "incomplete"],
    ["an intent whose deposit was not searched for", { search: "busy" }, "search"],
    ["an intent, and an incomplete list of paid invoices", { search: "incomplete" }, "incomplete"],
    ["such an intent, and something fulfilled", { search: "incomplete", hasFulfillment: true }, "hold"],
    ["a partial payment that is held", { isHeldInPart: true }, "hold"],
    ["a part that is held, and the rest confirming", { isHeldInPart: true, ...confirming }, "wait"],
    ["a user who keeps it", { isKept: true }, "hold"],
    ["something fulfilled", { hasFulfillment: true }, "hold"],
    ["another status than pending", { status: "completed" }, "hold"],
    ["an invoice that the service does not know", { hasUnknownInvoice: true }, "hold"],
    ["its goods given back already", { isHalfCancelled: true }, "cancel"],
    ["its goods given back, and a part held", { isHalfCancelled: true, isHeldInPart: true }, "cancel"],
    ["its goods given back, and money on the way", { isHalfCancelled: true, ...onItsWay }, "cancel"],
    ["its goods given back, and a payment", { isHalfCancelled: true, ...captured }, "over"],
    ["its goods given back, and another payment", { isHalfCancelled: true, hasOtherPayment: true }, "over"],
    ["its goods given back, and nothing owed", { isHalfCancelled: true, isOwed: false }, "cancel"],
    ["a captured payment, and a rest outstanding", { isPaidInPart: true, ...captured }, "hold"],
    ["nothing owed any more", { isOwed: false }, "hold"],
    ["nothing owed any more, and money on the way", { isOwed: false, ...confirming }, "hold"],
    ["no payment of ours at all", { payments: [] }, "cancel"],
  ])("with %s", (_, change, kind) => {
    expect(kindOf(change)).toBe(kind)
  })
})

it.each([
  ["for a part", "part_held", 5_000, 4_000],
  ["for a part whose time ended just after the decision", "part_held", 999, 0],
  ["for a part for days", "part_held", 48 * HOUR_MS, HOUR_MS],
  ["by a user", "kept", null, HOUR_MS],
  ["by a user, with a part whose time ends first", "kept", 5_000, 4_000],
  ["by a user, with a part whose time ends now", "kept", 1_000, HOUR_MS],
  ["by a user, with a part whose time is over", "kept", 999, HOUR_MS],
] as const)("the next look at an order held %s", (_, reason, partHeldUntilMs, pauseMs) => {
  expect(pauseOfHold(reason, partHeldUntilMs, 1_000)).toBe(pauseMs)
})

describe("an attempt, to the order that waits for it,", () => {
  type Attempt = Parameters<typeof stateForOrder>[0]
  const paid: Attempt = {
    state: "settled",
    gateway_status: "paid",
    unallocated_reason: null,
    resolution: null,
  }
  const part = { ...paid, state: "unallocated", unallocated_reason: "partial_payment" } as const

  it.each<[string, Attempt, boolean, PaymentState]>([
    ["is settled", paid, false, "settled"],
    ["is over when another one was captured, as its money is due back", paid, true, "expired"],
    ["still confirms when another one was captured", { ...paid, state: "confirming" }, true, "confirming"],
    ["is a part in review", { ...part, gateway_status: "pending" }, false, "unallocated"],
    ["confirms when the rest of a part does", { ...part, gateway_status: "confirming" }, false, "confirming"],
    [
      "is decided when a person has decided about the part",
      { ...part, gateway_status: "confirming", resolution: "keep" },
      false,
      "unallocated",
    ],
  ])("%s", (_, attempt, isLeft, state) => expect(stateForOrder(attempt, isLeft)).toBe(state))
})

it.each([
  ["without a payment of ours", [], "no_crypto_payment"],
  ["with a payment", [null], null],
  ["with two payments", [null, null], null],
  ["that a user keeps already", [null, new Date()], "already_kept"],
])("an order %s is kept, unless it is refused", (_, kept, refusal) => {
  expect(refuseKeeping(kept.map((order_kept_at) => ({ order_kept_at })))).toBe(refusal)
})

describe("the hold of an order", () => {
  const held = (part: string, atMs = 0): HeldMoney => ({ share: { part, whole: "17" }, atMs })
  const until = (all: HeldMoney[]) => holdUntil(all, 1_000, { minBps: 1_000, hours: 24 })

  test.each<[string, HeldMoney[], number | null]>([
    ["nothing", [], null],
    ["one base unit less than the share", [held("1.699999")], null],
    ["the share exactly", [held("1.7")], 1_000],
    ["two that make the share together", [held("0.85"), held("0.85", 9_000)], 1_000],
    ["one that came after its time was over", [held("1.7", 9_000)], 9_000],
    ["money whose worth is not known", [{ share: "unknown", atMs: 0 }], 1_000],
    ["a part of nothing", [{ share: { part: "1", whole: "0" }, atMs: 0 }], 1_000],
  ])("for %s", (_, all, sinceMs) => {
    expect(until(all)).toBe(sinceMs === null ? null : sinceMs + 24 * HOUR_MS)
  })

  test("needs money, also where any share is enough", () =>
    expect(holdUntil([], 1_000, { minBps: 0, hours: 24 })).toBeNull())

  test("is never prolonged by dust, however much of it comes", () => {
    const dust = fc.record({ units: fc.integer({ min: 1, max: 1_699_999 }), atMs: fc.nat(10 ** 12) })
    forAll(fc.array(dust), (all) => {
      const parts = all.map((one) => held(formatAmount(BigInt(one.units), 6), one.atMs))
      expect(until([held("8.5"), ...parts])).toBe(1_000 + 24 * HOUR_MS)
    })
  })
})
