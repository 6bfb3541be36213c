import type { PaymentState } from "../payment-status"
import { decideUnpaidOrder, pauseOfHold, type UnpaidOrderFacts } from "../order-cover"

const facts = (change: Partial<UnpaidOrderFacts> = {}): UnpaidOrderFacts => ({
  payments: ["awaiting"],
  isPaidInPart: false,
  hasOtherPayment: false,
  hasFulfillment: false,
  isHalfCancelled: false,
  isOwed: true,
  status: "pending",
  isKept: false,
  isHeldInPart: false,
  hasApplication: false,
  isMoneyInReview: false,
  depositReading: "read",
  transactionReading: "read",
  search: "read",
  hasUnknownInvoice: false,
  ...change,
})

const CONFIRMING: PaymentState = "confirming"
const CAPTURED: PaymentState = "captured"

const BY_STATE = {
  opening: "cancel",
  awaiting: "cancel",
  confirming: "wait",
  settled: "wait",
  captured: "over",
  expired: "cancel",
  failed: "cancel",
  cancelled: "cancel",
  superseded: "cancel",
  unallocated: "cancel",
} as const satisfies Record<PaymentState, string>

describe("an order that is out of time", () => {
  it.each(Object.entries(BY_STATE))("with a payment that is %s: %s", (state, kind) => {
    expect(decideUnpaidOrder(facts({ payments: [state as PaymentState] })).kind).toBe(kind)
    expect(decideUnpaidOrder(facts({ payments: ["expired", state as PaymentState] })).kind).toBe(kind)
  })

  it.each([
    ["a payment by other means", { hasOtherPayment: true }, "over"],
    ["money that is being applied to it", { hasApplication: true }, "wait"],
    ["money in review that may be its own", { isMoneyInReview: true }, "hold"],
    ["deposits in review that were not read since", { depositReading: "busy" }, "search"],
    ["deposits in review of which the list is incomplete", { depositReading: "incomplete" }, "incomplete"],
    ["transactions that were not read since", { transactionReading: "busy" }, "search"],
    ["transactions of which the list is incomplete", { transactionReading: "incomplete" }, "incomplete"],
    ["an intent, and paid invoices of which a list is incomplete", { search: "incomplete" }, "incomplete"],
    [
      "a deposit in review, and more that were not requested",
      { depositReading: "incomplete", isMoneyInReview: true },
      "hold",
    ],
    ["a partial payment that is held", { isHeldInPart: true }, "hold"],
    ["a part that is held, and the rest confirming", { isHeldInPart: true, payments: [CONFIRMING] }, "wait"],
    ["a user who keeps it", { isKept: true }, "hold"],
    [
      "its goods given back, and a part that is held",
      { isHalfCancelled: true, isHeldInPart: true },
      "cancel",
    ],
    ["something fulfilled", { hasFulfillment: true }, "hold"],
    ["another status than pending", { status: "completed" }, "hold"],
    ["an intent whose deposit was not searched for", { search: "busy" }, "search"],
    ["an invoice that the service does not know", { hasUnknownInvoice: true }, "hold"],
    ["something fulfilled, and such an intent", { search: "incomplete", hasFulfillment: true }, "hold"],
    ["its goods given back already", { isHalfCancelled: true }, "cancel"],
    [
      "its goods given back, and money on the way",
      { isHalfCancelled: true, payments: [CONFIRMING], isMoneyInReview: true, search: "incomplete" },
      "cancel",
    ],
    ["its goods given back, and a payment", { isHalfCancelled: true, payments: [CAPTURED] }, "over"],
    ["its goods given back, and another payment", { isHalfCancelled: true, hasOtherPayment: true }, "over"],
    [
      "a captured payment, and something still outstanding",
      { isPaidInPart: true, payments: [CAPTURED] },
      "hold",
    ],
    ["nothing owed any more", { isOwed: false }, "hold"],
    ["nothing owed any more, and money on the way", { isOwed: false, payments: [CONFIRMING] }, "hold"],
    [
      "nothing owed, by a cancellation that died after it gave the goods back",
      { isOwed: false, isHalfCancelled: true },
      "cancel",
    ],
    ["no payment of ours at all", { payments: [] }, "cancel"],
  ] satisfies [string, Partial<UnpaidOrderFacts>, string][])("with %s", (_, change, kind) => {
    expect(decideUnpaidOrder(facts(change)).kind).toBe(kind)
  })
})

describe("the next look at a held order", () => {
  const HOUR_MS = 60 * 60_000

  it.each([
    ["held for a part", "part_held", 5_000, 4_000],
    ["held for a part whose time ended just after the decision", "part_held", 999, 0],
    ["held for a part for days", "part_held", 48 * HOUR_MS, HOUR_MS],
    ["kept", "kept", null, HOUR_MS],
    ["kept, with a part whose time ends first", "kept", 5_000, 4_000],
    ["kept, with a part whose time is over", "kept", 999, HOUR_MS],
  ] as const)("%s", (_, reason, partHeldUntilMs, pauseMs) => {
    expect(pauseOfHold(reason, partHeldUntilMs, 1_000)).toBe(pauseMs)
  })
})
