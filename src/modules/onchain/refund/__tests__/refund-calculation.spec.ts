import fc from "fast-check"
import { surplusOf } from "../../../../domain/payment/received-amount"
import {
  calculateRefund,
  calculateSums,
  isOfAnotherAsset,
  planSurplus,
  type RefundTerms,
} from "../../../../domain/refund/refund-calculation"
import { formatAmount, parseAmount } from "../../../../gateway/amount"
import {
  attemptRefundId,
  extraRefundId,
  surplusRefundId,
  unallocatedRefundId,
} from "../../../../domain/refund/refund-amount"
import type { PaymentRow } from "../../payment/payment-row"
import type { BookedRefundRow } from "../refund-ledger"
import { samplePayment } from "../../payment/__tests__/sample-payment"
import { sampleRefund } from "./sample-refund"

const PAYMENT_RATE: RefundTerms = { basis: "payment", price: null, enteredTokens: null, fiatDecimals: 2 }
const seventeen = (change = {}) =>
  samplePayment({ fiat_amount: "17.00", expected_amount: "17", received_amount: "17", ...change })
const paying = (change: Partial<BookedRefundRow>) => sampleRefund({ state: "sent", ...change })

test("a refund is calculated beside those that are under way, and not beside those that are due", () => {
  const due = sampleRefund({ id: "ref_2", fiat_amount: "17.00" })
  const sent = paying({ id: "ref_3", fiat_amount: "12.00", token_amount: "12", share_amount: "12" })
  const refund = sampleRefund()
  const calculated = (...booked: BookedRefundRow[]) =>
    calculateRefund(seventeen(), refund, [refund, ...booked], PAYMENT_RATE)
  expect(calculated(due, sent)).toEqual({ tokens: "5", share: "5", note: null })
  expect(
    calculated(sent, paying({ id: "ref_4", fiat_amount: "1", token_amount: "1", share_amount: "1" }))
  ).toMatchObject({
    code: "over_refund",
  })
})

test("a refund whose payout is quoted again is not calculated beside itself", () => {
  const quoted = { state: "quoted", fiat_amount: "12.00", token_amount: "12", share_amount: "12" } as const
  const refund = sampleRefund(quoted)
  expect(calculateRefund(seventeen(), refund, [refund], PAYMENT_RATE)).toMatchObject({ tokens: "12" })
})

test.each([
  ["another order that took a part", "apply", "8.50", "8.5"],
  ["its own order that owed less", null, "17.00", "8.5"],
  ["a refund of a part", "refund_due", "17.00", "17"],
] as const)(
  "a payment decided for %s has for its refunds what it stands for",
  (_, resolution, fiat, tokens) => {
    const payment = seventeen({ resolution, applied_amount: "8.50", resolved_token_amount: "8.5" })
    expect(calculateSums(payment, [])).toMatchObject({ capturedFiat: fiat, receivedTokens: tokens })
  }
)

test("what was applied to another order is refunded of what was applied", () => {
  const payment = seventeen({ resolution: "apply", applied_amount: "8.50", received_amount: "8.5" })
  const refund = sampleRefund({ fiat_amount: "8.50" })
  expect(calculateRefund(payment, refund, [], PAYMENT_RATE)).toEqual({
    tokens: "8.5",
    share: "8.5",
    note: null,
  })
  expect(calculateSums(payment, [])).toMatchObject({ capturedFiat: "8.50", receivedTokens: "8.5" })
})

test("a refund of another attempt never pays more than that attempt has received by now", () => {
  const id = attemptRefundId("ocatt_1")
  const refund = sampleRefund({
    id,
    attempt_id: "ocatt_1",
    kind: "surplus",
    fiat_amount: null,
    token_amount: "4",
  })
  const payOf = (change: Parameters<typeof seventeen>[0], ...others: BookedRefundRow[]) =>
    calculateRefund(seventeen(change), refund, [refund, ...others], PAYMENT_RATE)
  const pay = (received_amount: string, ...others: BookedRefundRow[]) => payOf({ received_amount }, ...others)
  expect(pay("4")).toMatchObject({ tokens: "4" })
  // The service took it back, and the process that recorded so died before it withdrew the refund.
  const gone = { code: "exceeds_received", receivedTokens: "0", leftTokens: "0" }
  expect(pay("0")).toMatchObject(gone)
  expect(payOf({ received_amount: null, gateway_status: "pending" })).toMatchObject(gone)
  expect(payOf({ received_amount: "4", gateway_status: "confirming" })).toMatchObject({ leftTokens: "0" })
  // It is settled, and the service names no amount, or one that nobody knows in tokens.
  expect(payOf({ received_amount: null, gateway_status: "paid" })).toMatchObject({ tokens: "4" })
  expect(payOf({ received_amount: null, gateway_status: "overpaid" })).toMatchObject({ tokens: "4" })
  expect(payOf({ received_amount: "0", gateway_status: "overpaid" })).toMatchObject({ tokens: "4" })
  expect(payOf({ received_amount: "0", gateway_status: "paid" })).toMatchObject(gone)
  const paid = { kind: "surplus", fiat_amount: null, token_amount: "2" } as const
  expect(pay("5", paying({ ...paid, id: `${id}_2`, attempt_id: "ocatt_1" }))).toMatchObject({
    code: "exceeds_received",
    leftTokens: "3",
  })
  // What the captured attempt pays back is other money.
  expect(pay("5", paying({ ...paid, id: surplusRefundId("ocpay_1") }))).toMatchObject({ tokens: "4" })
})

type Change = Partial<BookedRefundRow>
const owed = { id: "ref_owed", kind: "unallocated", fiat_amount: null } as const
const surplus: Change = { ...owed, id: surplusRefundId("ocpay_1"), kind: "surplus" }
const sent = { ...owed, id: "ref_sent", state: "sent" } as const
const ofAttempt = { attempt_id: "ocatt_1" }
const overpaid = { received_amount: "22" }
const mismatched = { unallocated_reason: "asset_mismatch" } as const
const pays = (tokens: string) => ({ tokens })
const leaves = (leftTokens: string) => ({ code: "exceeds_received", leftTokens })

/** Its payment, the refund, others of the payment, and what an operator enters. */
test.each<[string, Partial<PaymentRow>, Change, Change[], string | null, object]>([
  ["all that came", {}, { token_amount: "17" }, [], null, pays("17")],
  ["more than came", {}, { token_amount: "18" }, [], null, leaves("17")],
  ["money that confirms", { gateway_status: "confirming" }, { token_amount: "5" }, [], null, pays("5")],
  ["a deposit of its own", {}, { id: extraRefundId("inv_2"), token_amount: "30" }, [], null, pays("30")],
  ["another asset", mismatched, {}, [], "99", pays("99")],
  ["it is quoted already", {}, { state: "quoted", token_amount: "17" }, [], null, pays("17")],
  [
    "another is due",
    {},
    { token_amount: "17" },
    [{ ...owed, id: "ref_2", token_amount: "10" }],
    null,
    pays("17"),
  ],
  ["another was sent", {}, { token_amount: "13" }, [{ ...sent, token_amount: "5" }], null, leaves("12")],
  [
    "more than came was sent",
    {},
    { token_amount: "1" },
    [{ ...sent, token_amount: "20" }],
    null,
    leaves("0"),
  ],
  [
    "others were settled elsewhere, by their share or without one",
    {},
    { token_amount: "13" },
    [
      { ...sent, share_amount: "5" },
      { ...sent, id: "ref_2" },
    ],
    null,
    leaves("12"),
  ],
  [
    "the amount of another was entered",
    {},
    { token_amount: "14" },
    [{ ...sent, token_amount: "4", share_amount: "4" }],
    null,
    leaves("13"),
  ],
  ["a recorded surplus", overpaid, { ...surplus, token_amount: "6" }, [], null, pays("6")],
  ["money of an attempt", { received_amount: "5" }, { ...surplus, ...ofAttempt }, [], "6", leaves("5")],
  [
    "an attempt without a reported amount",
    { received_amount: null, gateway_status: "paid" },
    { ...ofAttempt, token_amount: "18" },
    [],
    null,
    leaves("17"),
  ],
  ["a surplus beside another refund", overpaid, surplus, [{ ...owed, token_amount: "3" }], "5", pays("5")],
  [
    "a surplus beside one whose payout ended without money",
    overpaid,
    surplus,
    [{ ...surplus, id: "surplus_2", share_amount: "2" }],
    "5",
    pays("5"),
  ],
  ["a surplus of what was sent", overpaid, surplus, [{ ...sent, token_amount: "20" }], "3", leaves("2")],
])("a refund in tokens pays no more than its money has left: %s", (...given) => {
  const [, payment, change, others, enteredTokens, expected] = given
  const refund = sampleRefund({ ...owed, ...change })
  const booked = [refund, ...others.map((other) => sampleRefund(other))]
  const calculated = calculateRefund(seventeen(payment), refund, booked, { ...PAYMENT_RATE, enteredTokens })
  expect(calculated).toMatchObject(expected)
})

test("what was paid without a recorded share is taken from the tokens alone", () => {
  const paid = paying({ id: "ref_2", token_amount: "5" })
  expect(calculateSums(seventeen(), [paid])).toMatchObject({ refundedTokens: "5", leftTokens: "12" })
})

test("what was settled by other means counts at the rate of the payment", () => {
  const settled = sampleRefund({ id: "ref_2", state: "done", settled_by: "user_1", share_amount: "5" })
  expect(calculateSums(seventeen(), [settled])).toEqual({
    capturedFiat: "17.00",
    refundedFiat: "5.00",
    leftFiat: "12.00",
    receivedTokens: "17",
    refundedTokens: "5",
    leftTokens: "12",
  })
})

test("an amount that is entered says so, and one that is recorded is not changed by it", () => {
  const surplus = { id: surplusRefundId("ocpay_1"), kind: "surplus", fiat_amount: null } as const
  const terms = { ...PAYMENT_RATE, enteredTokens: "2.5" }
  const told = seventeen({ received_amount: "20" })
  expect(calculateRefund(told, sampleRefund(surplus), [], terms)).toEqual({
    tokens: "2.5",
    share: "2.5",
    note: null,
  })
  expect(calculateRefund(told, sampleRefund({ ...surplus, token_amount: "3" }), [], terms)).toEqual({
    tokens: "3",
    share: null,
    note: null,
  })
})

test.each([
  ["another asset that came without an order", "asset_mismatch", "unallocated", true],
  ["a refund of the order that the money was applied to", "asset_mismatch", "order", false],
  ["the same asset", "order_cancelled", "unallocated", false],
] as const)("%s is distinguished", (_, unallocated_reason, kind, isAnother) => {
  expect(isOfAnotherAsset(seventeen({ unallocated_reason }), { kind })).toBe(isAnother)
})

test("what is held as another asset says nothing of the money of another attempt", () => {
  const left = seventeen({ unallocated_reason: "asset_mismatch", current_attempt_id: "ocatt_other" })
  expect(isOfAnotherAsset(left, { kind: "surplus" })).toBe(false)
})

test("an earlier payout that turned out to be sent is counted, also while its refund is due again", () => {
  const again = sampleRefund({ id: "ref_2", earlier_tokens: "14" })
  expect(calculateRefund(seventeen(), sampleRefund(), [again, sampleRefund()], PAYMENT_RATE)).toMatchObject({
    tokens: "3",
    note: { kind: "gets_less", leftTokens: "3" },
  })
})

test("a further deposit and an entered amount are counted separately", () => {
  const order = sampleRefund({ fiat_amount: "17.00" })
  const extra = paying({ id: extraRefundId("inv_2"), kind: "surplus", fiat_amount: null, token_amount: "17" })
  const entered = { kind: "surplus", fiat_amount: null, token_amount: "3", share_amount: "3" } as const
  const others = [extra, paying({ id: surplusRefundId("ocpay_1"), ...entered })]
  expect(calculateRefund(seventeen(), order, others, PAYMENT_RATE)).toEqual({
    tokens: "17",
    share: "17",
    note: null,
  })
})

describe("money that pays 12 of 20 to another order, and 8 that came later", () => {
  const grown = samplePayment({
    fiat_amount: "20.00",
    expected_amount: "20",
    received_amount: "20",
    resolution: "apply",
    applied_amount: "12.00",
    resolved_token_amount: "12",
  })
  const surplus = {
    id: surplusRefundId("ocpay_1"),
    kind: "surplus",
    fiat_amount: null,
    token_amount: "8",
  } as const
  const order = sampleRefund({ fiat_amount: "12.00" })
  const whole = { tokens: "12", share: "12", note: null }

  test("the order is refunded of what pays it, and the rest is owed beside it", () => {
    expect(calculateRefund(grown, order, [], PAYMENT_RATE)).toEqual(whole)
    expect(calculateRefund(grown, sampleRefund({ fiat_amount: "6.00" }), [], PAYMENT_RATE)).toMatchObject({
      tokens: "6",
    })
    const paid = paying({ ...order, token_amount: "12", share_amount: "12" })
    expect(calculateRefund(grown, sampleRefund(surplus), [paid], PAYMENT_RATE)).toMatchObject({ tokens: "8" })
  })

  test("after the rest is paid back the order still has its own", () => {
    expect(calculateRefund(grown, order, [paying(surplus)], PAYMENT_RATE)).toEqual(whole)
    expect(calculateSums(grown, [paying(surplus)])).toMatchObject({ receivedTokens: "12", leftTokens: "12" })
  })
})

describe("an amount entered for a surplus", () => {
  const surplus = { id: surplusRefundId("ocpay_1"), kind: "surplus", fiat_amount: null } as const
  const told = seventeen({ received_amount: "22" })
  const asked = sampleRefund(surplus)
  const enter = (payment: typeof told, tokens: string, ...booked: BookedRefundRow[]) =>
    calculateRefund(payment, asked, booked, { ...PAYMENT_RATE, enteredTokens: tokens })
  const second = sampleRefund({ ...surplus, id: `${surplus.id}_2`, token_amount: "2" })

  test("is no more than the service reports, beside what is owed by others", () => {
    expect(enter(told, "5")).toMatchObject({ tokens: "5" })
    expect(enter(told, "5.000001")).toMatchObject({ code: "exceeds_received" })
    expect(enter(told, "3", second)).toMatchObject({ tokens: "3" })
    expect(enter(told, "3.000001", second)).toEqual({
      code: "exceeds_received",
      reason: "above_received",
      receivedTokens: "22",
      leftTokens: "3",
      isSurplus: true,
    })
  })

  test("is not bounded while the service says that more came and not how much", () => {
    expect(enter(seventeen({ gateway_status: "overpaid" }), "9")).toMatchObject({ tokens: "9" })
    expect(enter(seventeen({ received_amount: null }), "9")).toMatchObject({ tokens: "9" })
  })

  test("counts against the order's refund once the service has reported how much arrived", () => {
    const entered = paying({ ...surplus, token_amount: "9", share_amount: "9" })
    const order = sampleRefund({ fiat_amount: "17.00" })
    expect(calculateRefund(told, order, [entered], PAYMENT_RATE)).toMatchObject({ tokens: "13", share: "17" })
    expect(calculateRefund(seventeen(), order, [entered], PAYMENT_RATE)).toMatchObject({ tokens: "17" })
  })
})

/** What happens to the refunds of one payment. Amounts in millionths of a token, or of the currency. */
type Happening =
  | { does: "owe"; kind: "order" | "unallocated"; amount: bigint }
  | { does: "grow"; amount: bigint }
  | { does: "begin"; which: number; basis: "payment" | "today"; price: string; entered: bigint }
  | { does: "cancel"; which: number }

const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    fc.record({
      does: fc.constant("owe" as const),
      kind: fc.constantFrom("order" as const, "order" as const, "unallocated" as const),
      amount: fc.bigInt(1n, 25_000_000n),
    }),
    fc.record({ does: fc.constant("grow" as const), amount: fc.bigInt(1n, 10_000_000n) }),
    fc.record({
      does: fc.constant("begin" as const),
      which: fc.nat(8),
      basis: fc.constantFrom("payment" as const, "today" as const),
      price: fc.constantFrom("0.5", "0.8", "1", "1.37", "2"),
      entered: fc.bigInt(1n, 25_000_000n),
    }),
    fc.record({ does: fc.constant("cancel" as const), which: fc.nat(8) })
  ),
  { maxLength: 25 }
)

/** A payment that was captured for its own order, or partly applied to another. */
const payments = fc
  .record({ received: fc.bigInt(1n, 40_000_000n), applied: fc.option(fc.bigInt(1n, 40_000_000n)) })
  .map(({ received, applied }) => {
    const covered = applied === null ? null : formatAmount(applied < received ? applied : received, 6)
    return seventeen({
      received_amount: formatAmount(received, 6),
      ...(covered === null
        ? {}
        : { resolution: "apply", applied_amount: covered, resolved_token_amount: covered }),
    })
  })

test("refunds for whatever reasons never come to more than what arrived, whatever grows, is entered and cancelled", () => {
  fc.assert(
    fc.property(payments, happenings, fc.boolean(), (captured, taken, isAsked) => {
      let payment = captured
      let rows: BookedRefundRow[] = []
      const surplusId = surplusRefundId(payment.id)
      const tellSurplus = () => {
        const owed = surplusOf(payment)
        if (owed === undefined) return
        const known = rows
          .filter(({ id }) => id.startsWith(surplusId))
          .map(({ id, state, token_amount }) => ({ id, state, tokenAmount: token_amount }))
        const plan = planSurplus({ baseId: surplusId, owed, known })
        const token_amount =
          plan.do === "nothing" || (plan.do === "insert" && isAsked && known.length === 0)
            ? null
            : plan.tokenAmount
        if (plan.do === "insert")
          rows = [...rows, sampleRefund({ id: plan.id, kind: "surplus", fiat_amount: null, token_amount })]
        if (plan.do === "raise")
          rows = rows.map((row) => (row.id === plan.id ? { ...row, token_amount } : row))
      }
      const begin = (
        row: BookedRefundRow,
        { basis, price, entered }: Happening & { does: "begin" }
      ): BookedRefundRow => {
        const terms = { basis, price, enteredTokens: formatAmount(entered, 6), fiatDecimals: 6 }
        const calculated = calculateRefund(payment, row, rows, terms)
        if ("code" in calculated) return row
        return { ...row, state: "quoted", token_amount: calculated.tokens, share_amount: calculated.share }
      }
      const cancel = (row: BookedRefundRow): BookedRefundRow => {
        const isForgotten = row.kind === "order" || row.share_amount !== null
        return {
          ...row,
          state: "due",
          token_amount: isForgotten ? null : row.token_amount,
          share_amount: null,
        }
      }
      tellSurplus()
      for (const [index, one] of taken.entries()) {
        if (one.does === "grow") {
          const received = parseAmount(payment.received_amount ?? "0", 6) + one.amount
          payment = { ...payment, received_amount: formatAmount(received, 6) }
          tellSurplus()
        } else if (one.does === "owe") {
          const text = formatAmount(one.amount, 6)
          const id = one.kind === "order" ? `ref_${index}` : unallocatedRefundId(`${index}`)
          const owed =
            one.kind === "order" ? { fiat_amount: text } : { fiat_amount: null, token_amount: text }
          rows = [...rows, sampleRefund({ id, kind: one.kind, ...owed })]
        } else
          rows = rows.map((row, at) => {
            if (at !== one.which) return row
            if (one.does === "cancel") return row.state === "quoted" ? cancel(row) : row
            return row.state === "due" ? begin(row, one) : row
          })
        const begun = rows.filter(({ state }) => state !== "due")
        const paid = begun.reduce((total, row) => total + parseAmount(row.token_amount ?? "0", 6), 0n)
        expect(paid).toBeLessThanOrEqual(parseAmount(payment.received_amount ?? "0", 6))
      }
      const { leftFiat, leftTokens } = calculateSums(payment, rows)
      if (parseAmount(leftFiat, 6) === 0n || leftTokens === "0") return
      const rest = sampleRefund({ id: "ref_rest", fiat_amount: leftFiat })
      expect(calculateRefund(payment, rest, rows, { ...PAYMENT_RATE, fiatDecimals: 6 })).toMatchObject({
        tokens: expect.any(String),
      })
    }),
    { numRuns: 500 }
  )
})
