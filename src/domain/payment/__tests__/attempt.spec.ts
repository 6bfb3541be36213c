import {
  type AttemptFacts,
  type AttemptMoney,
  type CurrentAttempt,
  decideEarlierAttempt,
  type EarlierAttempt,
  isPriceFresh,
  moneyOfAttempt,
  MOST_ATTEMPTS,
  orderIdOfAttempt,
  refuseAttempt,
  sessionOfOrderId,
} from "../attempt"
import { NO_KNOWN_MONEY } from "./no-known-money"
import { PAYMENT_STATES, type PaymentState } from "../payment-status"

describe("the order id of an attempt", () => {
  it.each([
    ["payses_1", 1, "payses_1"],
    ["payses_1", 2, "payses_1_2"],
    ["payses_01KXYZ", 20, "payses_01KXYZ_20"],
  ])("of session %s, number %i, is %s, and names the session", (session, number, id) => {
    expect(orderIdOfAttempt(session, number)).toBe(id)
    expect(sessionOfOrderId(id)).toBe(session)
  })

  it.each(["payses_1_2_3", "cart_1_2", "payses__2", "payses_1_x", "payses_1_", ""])(
    "of another system is left unchanged: %s",
    (id) => {
      expect(sessionOfOrderId(id)).toBe(id)
    }
  )
})

describe("the money of an attempt that is not captured", () => {
  const money = (change: Partial<AttemptMoney>): AttemptMoney => ({
    ...{ gateway_status: "pending", expected_amount: "10", received_amount: null, implausible_amount: null },
    ...change,
  })

  it.each<[string, Partial<AttemptMoney>, string | null | undefined]>([
    ["nothing when nothing was received", {}, undefined],
    ["nothing before the service knows it", { gateway_status: null }, undefined],
    ["nothing when zero was received", { received_amount: "0.00" }, undefined],
    ["a part", { received_amount: "0.000001" }, "0.000001"],
    ["nothing before it is final", { gateway_status: "confirming", received_amount: "10" }, undefined],
    ["the part received by an invoice that ended", { gateway_status: "expired", received_amount: "4" }, "4"],
    ["everything received, including a surplus", { gateway_status: "overpaid", received_amount: "12" }, "12"],
    ["the price when paid without a reported amount", { gateway_status: "paid" }, "10"],
    ["unknown when overpaid without a reported amount", { gateway_status: "overpaid" }, null],
    [
      "unknown when the reported amount is impossible",
      { gateway_status: "paid", implausible_amount: "9e9" },
      null,
    ],
    [
      "the money received before an impossible amount",
      { received_amount: "4", implausible_amount: "99999" },
      "4",
    ],
  ])("is %s", (_, change, owed) => {
    expect(moneyOfAttempt(money(change))).toBe(owed)
  })
})

describe("the money of an earlier attempt", () => {
  const earlier = (change: Partial<EarlierAttempt>): EarlierAttempt => ({
    ...{ state: "awaiting", gateway_status: "pending", received_amount: null },
    ...{ isNews: true, isRefundBegun: false, isTroubled: false, isGivenUp: false, ...change },
  })
  const current = (change: Partial<CurrentAttempt> = {}): CurrentAttempt => ({
    ...{ state: "awaiting", gateway_status: "pending", received_amount: null },
    ...{ unallocated_reason: null, resolution: null, ...change },
  })
  const settled = earlier({ state: "settled", gateway_status: "paid", received_amount: "10" })
  const confirming = earlier({ state: "confirming", gateway_status: "confirming" })
  const part = earlier({ received_amount: "4" })
  const undecidedPart = { state: "unallocated", unallocated_reason: "partial_payment" } as const

  const short = { state: "unallocated", unallocated_reason: "underpaid" } as const

  it.each<PaymentState>([
    ...(["opening", "awaiting", "confirming", "expired", "failed", "cancelled", "superseded"] as const),
  ])("takes over once it settles while the current attempt is %s", (state) => {
    expect(decideEarlierAttempt(settled, current({ state }))).toBe("take_over")
  })

  it.each<[string, EarlierAttempt, CurrentAttempt, ReturnType<typeof decideEarlierAttempt>]>([
    ["settled, the other captured", settled, current({ state: "captured" }), "owe"],
    ["settled, the other about to be captured", settled, current({ state: "settled" }), "watch"],
    ["settled, a part of the other in review", settled, current(undecidedPart), "take_over"],
    [
      "settled, a decided part of the other",
      settled,
      current({ ...undecidedPart, resolution: "keep" }),
      "owe",
    ],
    [
      "settled, the other held",
      settled,
      current({ state: "unallocated", unallocated_reason: "order_cancelled" }),
      "owe",
    ],
    ["settled, its refund under way", { ...settled, isRefundBegun: true }, current(), "owe"],
    ["too little, nothing on the other", { ...settled, isTroubled: true }, current(), "take_over"],
    [
      "too little, the other confirming",
      { ...settled, isTroubled: true },
      current({ state: "confirming" }),
      "watch",
    ],
    ["settled, too little of the other in review", settled, current(short), "take_over"],
    [
      "too little, too little of the other in review",
      { ...settled, isTroubled: true },
      current(short),
      "owe",
    ],
    [
      "settled, a decision about too little of the other",
      settled,
      current({ ...short, resolution: "keep" }),
      "owe",
    ],
    ["confirming, its refund under way", { ...confirming, isRefundBegun: true }, current(), "watch"],
    ["a part, its refund under way", { ...part, isRefundBegun: true }, current(), "watch"],
    ["confirming, nothing on the other", confirming, current(), "take_over"],
    ["confirming, known when the other was chosen", { ...confirming, isNews: false }, current(), "watch"],
    ["confirming, the other confirming", confirming, current({ state: "confirming" }), "watch"],
    ["confirming, a part on the other", confirming, current({ received_amount: "1" }), "watch"],
    ["confirming, the other captured", confirming, current({ state: "captured" }), "watch"],
    [
      "all of it confirming, the other captured",
      { ...confirming, received_amount: "10" },
      current({ state: "captured" }),
      "watch",
    ],
    ["a part, nothing on the other", part, current(), "take_over"],
    ["a part, known when the other was chosen", { ...part, isNews: false }, current(), "watch"],
    ["a part, the other captured", part, current({ state: "captured" }), "owe"],
    ["a part, the other about to be captured", part, current({ state: "settled" }), "owe"],
    ["a part, the other held", part, current(undecidedPart), "owe"],
    ["a part, its order closed", { ...part, isGivenUp: true }, current(), "owe"],
    ["a part of an invoice that expired", { ...part, state: "expired" }, current(), "owe"],
    ["a part of an invoice that failed", { ...part, state: "failed" }, current(), "owe"],
    ["a part of an invoice that was cancelled", { ...part, state: "cancelled" }, current(), "owe"],
    ["nothing", earlier({}), current(), "watch"],
    ["nothing, the other captured", earlier({}), current({ state: "captured" }), "watch"],
    ["nothing, expired", earlier({ state: "expired", gateway_status: "expired" }), current(), "watch"],
  ])("%s", (_, attempt, other, decision) => {
    expect(decideEarlierAttempt(attempt, other)).toBe(decision)
  })
})

test("an interrupted opening continues at its price only while the price is current", () => {
  const rate_at = new Date(1_000)
  expect(isPriceFresh({ rate_at }, 6_000, 5_000)).toBe(true)
  expect(isPriceFresh({ rate_at }, 6_001, 5_000)).toBe(false)
})

describe("a further attempt", () => {
  const facts = (change: Partial<AttemptFacts>): AttemptFacts => ({
    ...{ state: "awaiting", isAbandoned: false, isOrderCancelled: false, attemptCount: 1 },
    known: NO_KNOWN_MONEY,
    ...change,
  })
  const refusals: Partial<Record<AttemptFacts["state"], string>> = {
    captured: "paid",
    settled: "paid",
    confirming: "payment_on_its_way",
    unallocated: "in_review",
  }

  it.each(["choosing", ...PAYMENT_STATES] as const)("while the payment is %s", (state) => {
    expect(refuseAttempt(facts({ state }))).toBe(refusals[state] ?? null)
  })

  it.each<[string, Partial<AttemptFacts>, string | null]>([
    ["of a deleted session", { isAbandoned: true }, "session_deleted"],
    ["of a cancelled order", { isOrderCancelled: true }, "order_cancelled"],
    [
      "of a cancelled order with money on its way",
      { isOrderCancelled: true, state: "confirming" },
      "order_cancelled",
    ],
    ["of a captured payment with a cancelled order", { isOrderCancelled: true, state: "captured" }, "paid"],
    [
      "of a deleted session with money on its way",
      { isAbandoned: true, state: "confirming" },
      "payment_on_its_way",
    ],
    ...(["hasDeposit", "hasAcceptedDeposit", "hasTransaction", "hasConfirmedClaim"] as const).map(
      (record): [string, Partial<AttemptFacts>, string] => [
        `after money that is known by ${record}`,
        { state: "expired", known: { ...NO_KNOWN_MONEY, [record]: true } },
        "in_review",
      ]
    ),
    ["after a part", { known: { ...NO_KNOWN_MONEY, hasPart: true } }, "partially_paid"],
    ["after money of another payment", { known: { ...NO_KNOWN_MONEY, hasDepositOfSibling: true } }, null],
    ["at the maximum number of attempts", { attemptCount: MOST_ATTEMPTS }, "too_many_attempts"],
    ["below the maximum number of attempts", { attemptCount: MOST_ATTEMPTS - 1 }, null],
  ])("%s", (_, change, refusal) => {
    expect(refuseAttempt(facts(change))).toBe(refusal)
  })
})
