import {
  decideEarlierMoney,
  isPriceFresh,
  moneyOfAttempt,
  orderIdOfAttempt,
  refuseAttempt,
  sessionOfOrderId,
} from "../attempt"
import { PAYMENT_STATES, type PaymentFacts } from "../payment-status"
import { expectedPayment, NO_KNOWN_MONEY } from "./settlement-samples"

test.each([
  ["payses_1", 1, "payses_1"],
  ["payses_1", 2, "payses_1_2"],
  ["payses_01KXYZ", 20, "payses_01KXYZ_20"],
])("the order id of an attempt of session %s, number %i, is %s, and names the session", (session, ...of) => {
  const [number, id] = of
  expect(orderIdOfAttempt(session, number)).toBe(id)
  expect(sessionOfOrderId(id)).toBe(session)
})

test.each(["payses_1_2_3", "cart_1_2", "payses__2", "payses_1_x", "payses_1_", ""])(
  "an order id of another system is left unchanged: %s",
  (id) => expect(sessionOfOrderId(id)).toBe(id)
)

test.each<[string, Partial<PaymentFacts>, string | null | undefined]>([
  ["nothing when nothing was received", {}, undefined],
  ["nothing before the service knows it", { gateway_status: null }, undefined],
  ["nothing when zero was received", { received_amount: "0.00" }, undefined],
  ["a part", { received_amount: "0.000001" }, "0.000001"],
  ["nothing before it is final", { gateway_status: "confirming", received_amount: "10" }, undefined],
  ["the part received by an invoice that ended", { gateway_status: "expired", received_amount: "4" }, "4"],
  ["everything received, including a surplus", { gateway_status: "overpaid", received_amount: "12" }, "12"],
  ["the price when paid without a reported amount", { gateway_status: "paid" }, "10"],
  ["unknown when overpaid without a reported amount", { gateway_status: "overpaid" }, null],
  ["unknown when the amount is impossible", { gateway_status: "paid", implausible_amount: "9e9" }, null],
  ["what came before an impossible amount", { received_amount: "4", implausible_amount: "99999" }, "4"],
])("the money of an attempt that is not captured is %s", (_, change, owed) => {
  expect(moneyOfAttempt({ ...expectedPayment, expected_amount: "10", ...change })).toBe(owed)
})

/** An attempt, with what was known of its money and its refunds. */
type Earlier = Partial<PaymentFacts> & {
  isKnown?: boolean
  refunds?: Parameters<typeof decideEarlierMoney>[2]
  trouble?: string
}

describe("the money of an earlier attempt", () => {
  const settled = { state: "settled", gateway_status: "paid", received_amount: "10" } as const
  const confirming = { state: "confirming", gateway_status: "confirming" } as const
  const part = { received_amount: "4" }
  const expired = { state: "expired", gateway_status: "expired" } as const
  const begun = { refunds: [{ state: "sent", token_amount: null }] } as const
  const tooLittle = { ...settled, trouble: "underpaid" }
  const captured = { state: "captured" } as const
  const inReview = (unallocated_reason: string, resolution: "keep" | null = null) =>
    ({ state: "unallocated", unallocated_reason, resolution }) as const
  const undecidedPart = inReview("partial_payment")
  const short = inReview("underpaid")

  it.each<[string, Earlier, Partial<PaymentFacts>, "take_over" | "owe" | "watch"]>([
    ...PAYMENT_STATES.filter((one) => !["settled", "captured", "unallocated"].includes(one)).map(
      (state): [string, Earlier, Partial<PaymentFacts>, "take_over"] => [
        ...([`settled, the other ${state}`, settled, { state }, "take_over"] as const),
      ]
    ),
    ["settled, the other captured", settled, captured, "owe"],
    ["settled, the other about to be captured", settled, { state: "settled" }, "watch"],
    ["settled, a part of the other in review", settled, undecidedPart, "take_over"],
    ["settled, a decided part of the other", settled, inReview("partial_payment", "keep"), "owe"],
    ["settled, the other held", settled, inReview("order_cancelled"), "owe"],
    ["settled, its refund under way", { ...settled, ...begun }, {}, "owe"],
    ["too little, nothing on the other", tooLittle, {}, "take_over"],
    ["too little, the other confirming", tooLittle, { state: "confirming" }, "watch"],
    ["settled, too little of the other in review", settled, short, "take_over"],
    ["too little, too little of the other in review", tooLittle, short, "owe"],
    ["settled, a decision about too little of the other", settled, inReview("underpaid", "keep"), "owe"],
    ["confirming, its refund under way", { ...confirming, ...begun }, {}, "watch"],
    ["a part, its refund under way", { ...part, ...begun }, {}, "watch"],
    ["confirming, nothing on the other", confirming, {}, "take_over"],
    ["confirming, known when the other was chosen", { ...confirming, isKnown: true }, {}, "watch"],
    ["confirming, the other confirming", confirming, { state: "confirming" }, "watch"],
    ["confirming, a part on the other", confirming, { received_amount: "1" }, "watch"],
    ["all of it confirming, the other captured", { ...settled, ...confirming }, captured, "watch"],
    ["a part, nothing on the other", part, {}, "take_over"],
    ["a part, known when the other was chosen", { ...part, isKnown: true }, {}, "watch"],
    ["a part, the other captured", part, captured, "owe"],
    ["a part, the other about to be captured", part, { state: "settled" }, "owe"],
    ["a part, the other held", part, undecidedPart, "owe"],
    ["a part, its order closed", { ...part, order_closed_at: new Date() }, {}, "owe"],
    ["a part of a deleted session", { ...part, abandoned_at: new Date() }, {}, "owe"],
    ["a part of an invoice that expired", { ...part, state: "expired" }, {}, "owe"],
    ["a part of an invoice that failed", { ...part, state: "failed" }, {}, "owe"],
    ["a part of an invoice that was cancelled", { ...part, state: "cancelled" }, {}, "owe"],
    ["nothing", {}, {}, "watch"],
    ["nothing, the other captured", {}, captured, "watch"],
    ["nothing, expired", expired, {}, "watch"],
  ])("%s", (_, { isKnown, refunds = [], trouble = null, ...money }, other, decision) => {
    const open = { ...expectedPayment, state: "awaiting" } as const
    const attempt = { ...open, ...money, updated_at: new Date(isKnown ? 1 : 2) }
    const current = { ...open, ...other, attempt_created_at: new Date(1) }
    expect(decideEarlierMoney(attempt, current, refunds, trouble).decision).toBe(decision)
  })

  const open = { ...expectedPayment, state: "awaiting", updated_at: new Date(9) } as const
  const current = { ...open, attempt_created_at: new Date(5) }

  it.each<[string, Partial<PaymentFacts>, "take_over" | "watch"]>([
    ["a part that came before the choice", { ...part, part_seen_at: new Date(4) }, "watch"],
    ["a part that came after it", { ...part, part_seen_at: new Date(6) }, "take_over"],
    ["confirming before the choice", { ...confirming, confirming_at: new Date(4) }, "watch"],
    ["confirming after it", { ...confirming, confirming_at: new Date(6) }, "take_over"],
    [
      "the rest of a known part, confirming after it",
      { ...confirming, part_seen_at: new Date(4), confirming_at: new Date(6) },
      "take_over",
    ],
    ["a part whose first transfer was seen after it", { ...part, confirming_at: new Date(6) }, "take_over"],
    ["a part whose first transfer was seen before it", { ...part, confirming_at: new Date(4) }, "watch"],
  ])("counts from when it was first seen: %s", (_, money, decision) => {
    expect(decideEarlierMoney({ ...open, ...money }, current, [], null).decision).toBe(decision)
  })

  const due = (token_amount: string | null) => [{ state: "due", token_amount } as const]
  it.each<[string, Partial<PaymentFacts>, Parameters<typeof decideEarlierMoney>[2], boolean]>([
    ["the money pays the order after all", settled, due("10"), true],
    ["the money is gone", {}, due("10"), true],
    ["less of it is left", { ...expired, received_amount: "4" }, due("10"), true],
    ["less of it is left than two refunds", expired4(), [...due("3"), ...due("2")], true],
    ["all of it is there", expired4(), due("4"), false],
    ["more of it is there", { ...expired, received_amount: "12" }, due("10"), false],
    ["the amount to refund is not known yet", expired4(), due(null), false],
    ["there is none", {}, [], false],
    ["what is there has to be looked up", { ...expired, gateway_status: "overpaid" }, due("10"), false],
  ])("its refunds are withdrawn: %s", (_, money, refunds, isWithdrawing) => {
    expect(decideEarlierMoney({ ...open, ...money }, current, refunds, null).isWithdrawing).toBe(
      isWithdrawing
    )
  })

  it("is not doubted once settled: its refund stays, whatever the service says now", () => {
    const doubted = { ...open, ...settled, received_amount: "4" }
    const paid = { ...current, state: "captured" } as const
    expect(decideEarlierMoney(doubted, paid, due("10"), null).isWithdrawing).toBe(false)
  })

  function expired4(): Partial<PaymentFacts> {
    return { ...expired, received_amount: "4" }
  }
})

test("an interrupted opening continues at its price only while the price is current", () => {
  const rate_at = new Date(1_000)
  expect(isPriceFresh({ rate_at }, 6_000, 5_000)).toBe(true)
  expect(isPriceFresh({ rate_at }, 6_001, 5_000)).toBe(false)
})

describe("a further attempt", () => {
  type Facts = Partial<Parameters<typeof refuseAttempt>[0]> & {
    known?: Partial<typeof NO_KNOWN_MONEY>
    attemptCount?: number
    isOrderCancelled?: boolean
  }
  const refusalOf = ({ known, attemptCount = 1, isOrderCancelled = false, ...change }: Facts) =>
    refuseAttempt(
      { state: "awaiting", abandoned_at: null, order_closed_at: null, ...change },
      { ...NO_KNOWN_MONEY, ...known },
      { attemptCount, isOrderCancelled }
    )
  const refusals: Partial<Record<PaymentFacts["state"] | "choosing", string>> = {
    ...{ captured: "paid", settled: "paid", confirming: "payment_on_its_way", unallocated: "in_review" },
  }

  it.each(["choosing", ...PAYMENT_STATES] as const)("while the payment is %s", (state) => {
    expect(refusalOf({ state })).toBe(refusals[state] ?? null)
  })

  const deleted = { abandoned_at: new Date() }
  const cancelled = { isOrderCancelled: true }
  it.each<[string, Facts, string | null]>([
    ["of a deleted session", deleted, "session_deleted"],
    ["of a cancelled order", cancelled, "order_cancelled"],
    ["of an order that was closed", { order_closed_at: new Date() }, "order_cancelled"],
    ["of a cancelled order with money on its way", { ...cancelled, state: "confirming" }, "order_cancelled"],
    ["of a captured payment with a cancelled order", { ...cancelled, state: "captured" }, "paid"],
    ["of a gone session, money on its way", { ...deleted, state: "confirming" }, "payment_on_its_way"],
    ["after a part", { known: { hasPart: true } }, "partially_paid"],
    ["after known money", { known: { hasTransaction: true } }, "in_review"],
    ["after money of another payment", { known: { hasDepositOfSibling: true } }, null],
    ["at the maximum number of attempts", { attemptCount: 20 }, "too_many_attempts"],
    ["below the maximum number of attempts", { attemptCount: 19 }, null],
  ])("%s", (_, change, refusal) => {
    expect(refusalOf(change)).toBe(refusal)
  })
})
