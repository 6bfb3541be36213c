import fc from "fast-check"
import { formatAmount, parseAmount } from "../../gateway/amount"
import {
  refundAmount,
  refundSums,
  tokensOwed,
  type ActiveRefund,
  type RefundQuestion,
} from "../refund-amount"
import type { RefundRate } from "../refund-lifecycle"

const question: RefundQuestion = {
  fiat: "5.00",
  captured: "17.00",
  received: "17",
  expected: "17",
  decimals: 6,
  active: [],
  room: null,
  basis: "payment",
  token: "USDC",
  currencyCode: "usd",
}
const ask = (change: Partial<RefundQuestion>) => refundAmount({ ...question, ...change })
const active = (fiat: string, tokens: string, share = tokens): ActiveRefund => ({ fiat, share, tokens })

test.each<[string, Partial<RefundQuestion>, tokens: string, share: string]>([
  ["a part", {}, "5", "5"],
  ["all of it", { fiat: "17" }, "17", "17"],
  ["the rest", { fiat: "12", active: [active("5", "5")] }, "12", "12"],
  [
    "a third, rounded down",
    { captured: "3", fiat: "1", received: "10", expected: "10" },
    "3.333333",
    "3.333333",
  ],
  [
    "the last third, with the dust",
    {
      captured: "3",
      fiat: "1",
      received: "10",
      expected: "10",
      active: [active("1", "3.333333"), active("1", "3.333333")],
    },
    "3.333334",
    "3.333334",
  ],
  ["a payment that came short", { fiat: "17", received: "16.9" }, "16.9", "16.9"],
  ["no more than was asked for", { fiat: "17", received: "20" }, "17", "17"],
  ["all of it, where the service told no amount", { fiat: "17", received: null }, "17", "17"],
  [
    "digits that the token cannot hold are cut off",
    { fiat: "17", received: "16.12345678" },
    "16.123456",
    "16.123456",
  ],
  ["today's rate", { basis: "today", price: "2" }, "2.5", "5"],
  ["today's rate, rounded down", { basis: "today", price: "3" }, "1.666666", "5"],
  ["all of it at today's rate", { fiat: "17", basis: "today", price: "1" }, "17", "17"],
  ["tokens without decimals", { decimals: 0, fiat: "8.51" }, "8", "8"],
])("%s", (_, change, tokens, share) => {
  expect(ask(change)).toEqual({ tokens, share, note: null })
})

test.each<[string, Partial<RefundQuestion>, code: string, words: string]>([
  [
    "more than was captured",
    { fiat: "17.01" },
    "over_refund",
    "Only 17.00 USD of the payment are left to refund.",
  ],
  [
    "more than is left",
    { fiat: "12.01", active: [active("5", "5")] },
    "over_refund",
    "Only 12.00 USD of the payment are left to refund.",
  ],
  [
    "a payment that is refunded",
    { fiat: "0.01", active: [active("17", "17")] },
    "over_refund",
    "Only 0.00 USD",
  ],
  ["nothing", { fiat: "0.00" }, "too_small", "There is nothing to refund."],
  ["nothing of nothing", { fiat: "0", captured: "0" }, "too_small", "There is nothing to refund."],
  ["dust", { decimals: 0, fiat: "0.99" }, "too_small", "It is less than the smallest amount of USDC."],
  [
    "today's rate without a price",
    { basis: "today", price: null },
    "no_rate",
    "There is no price of USDC in USD today.",
  ],
  ["a price of zero", { basis: "today", price: "0" }, "no_rate", "Take the rate of the payment."],
  [
    "more tokens than came",
    { fiat: "17", basis: "today", price: "0.5" },
    "exceeds_received",
    "It comes to 34 USDC, and only 17 USDC of the payment are left.",
  ],
  [
    "more tokens than are left after one at another rate",
    { fiat: "12", active: [active("5", "10", "5")], basis: "today", price: "1" },
    "exceeds_received",
    "It comes to 12 USDC, and only 7 USDC of the payment are left. Take the rate of the payment.",
  ],
  [
    "what is left of money whose tokens are all taken",
    { fiat: "1", active: [active("16", "17", "16")] },
    "exceeds_received",
    "Pay it by other means and note it as settled.",
  ],
  [
    "what refunds for other reasons leave nothing for",
    { room: "0" },
    "exceeds_received",
    "All that came of the payment is paid back or on its way.",
  ],
])("%s is refused in words", (_, change, code, words) => {
  expect(ask(change)).toEqual({ code, words: expect.stringContaining(words) })
})

test("rows that add up to more than came leave nothing, and nothing negative", () => {
  const rows = [active("20", "20")]
  expect(refundSums({ ...question, active: rows })).toEqual({
    capturedFiat: "17.00",
    refundedFiat: "20.00",
    leftFiat: "0.00",
    receivedTokens: "17",
    refundedTokens: "20",
    leftTokens: "0",
  })
  expect(ask({ fiat: "1", active: [active("16", "20")] })).toMatchObject({ code: "exceeds_received" })
})

test.each<[string, Partial<RefundQuestion>, object]>([
  [
    "the rest of the money takes what one at another rate has left, and says so",
    { fiat: "12", active: [active("5", "10", "5")] },
    {
      tokens: "7",
      share: "12",
      note:
        "Its part of what came is 12 USDC. Other refunds of the payment took more than theirs, " +
        "so 7 USDC are left for it.",
    },
  ],
  [
    "a part of the rest takes no more than its part",
    { fiat: "6", active: [active("5", "10", "5")] },
    { tokens: "6", share: "6", note: null },
  ],
  ["refunds for other reasons leave less", { fiat: "17", room: "15" }, { tokens: "15", share: "17" }],
  [
    "today's rate takes from the rest, and says so before anybody has chosen it",
    { basis: "today", price: "0.5" },
    {
      tokens: "10",
      share: "5",
      note:
        "It takes 5 USDC more than its part of what came. " +
        "For the other 12.00 USD of the payment 7 USDC are left then.",
    },
  ],
  [
    "today's rate takes what an earlier one has left over",
    { basis: "today", price: "0.8", fiat: "4", active: [active("5", "2.5", "5")] },
    { tokens: "5", share: "4", note: null },
  ],
])("%s", (_, change, expected) => {
  expect(ask(change)).toMatchObject(expected)
})

test.each<[string, Parameters<typeof tokensOwed>[0], object]>([
  ["what is recorded", { recorded: "3.0000001", entered: null, decimals: 6, token: "USDC" }, { tokens: "3" }],
  [
    "what is recorded before what is entered",
    { recorded: "3", entered: "9", decimals: 6, token: "USDC" },
    { tokens: "3" },
  ],
  ["what is entered", { recorded: null, entered: "2.50", decimals: 6, token: "USDC" }, { tokens: "2.5" }],
  [
    "what nobody knows",
    { recorded: null, entered: undefined, decimals: 6, token: "USDC" },
    { code: "unknown_amount" },
  ],
  ["nothing", { recorded: "0.0000001", entered: null, decimals: 6, token: "USDC" }, { code: "too_small" }],
])("owed in tokens: %s", (_, owed, expected) => {
  expect(tokensOwed(owed)).toMatchObject(expected)
})

/** A payment, and what is asked of it, in whole numbers: minor units of the currency and base units of the token. */
type Sale = { fiat: bigint; base: bigint; decimals: number; fiatDecimals: number }
type Step =
  { kind: "refund"; part: number; basis: RefundRate; price: bigint } | { kind: "cancel"; which: number }

const sales: fc.Arbitrary<Sale> = fc.record({
  fiat: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  base: fc.bigInt({ min: 1n, max: 10n ** 30n }),
  decimals: fc.integer({ min: 0, max: 30 }),
  fiatDecimals: fc.integer({ min: 0, max: 3 }),
})
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("refund" as const),
        /** Of what was captured, in thousandths; more than there is on purpose. */
        part: fc.integer({ min: 0, max: 1_300 }),
        basis: fc.constantFrom<RefundRate>("payment", "today"),
        price: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), which: fc.nat(20) }) }
  ),
  { maxLength: 12 }
)

const questionOf = ({ fiat, base, decimals, fiatDecimals }: Sale, rows: ActiveRefund[]) => ({
  ...question,
  captured: formatAmount(fiat, fiatDecimals),
  received: formatAmount(base, decimals),
  expected: formatAmount(base, decimals),
  decimals,
  active: rows,
})
const total = (texts: string[], decimals: number) =>
  texts.map((text) => parseAmount(text, decimals)).reduce((sum, one) => sum + one, 0n)
const baseOf = (sale: Sale, rows: ActiveRefund[], part: "share" | "tokens") =>
  total(
    rows.map((row) => row[part]),
    sale.decimals
  )

test("after every step no sum is more than what came, whatever is refunded, cancelled and at which rate", () => {
  fc.assert(
    fc.property(sales, steps, (sale, taken) => {
      let rows: ActiveRefund[] = []
      for (const step of taken) {
        if (step.kind === "cancel") rows = rows.filter((_, at) => at !== step.which)
        else {
          const fiat = formatAmount((sale.fiat * BigInt(step.part)) / 1_000n, sale.fiatDecimals)
          const price = formatAmount(step.price, 6)
          const answer = refundAmount({ ...questionOf(sale, rows), fiat, basis: step.basis, price })
          if ("tokens" in answer) {
            expect(parseAmount(answer.tokens, sale.decimals)).toBeGreaterThan(0n)
            rows = [...rows, { fiat, ...answer }]
          }
        }
        expect(
          total(
            rows.map((row) => row.fiat),
            sale.fiatDecimals
          )
        ).toBeLessThanOrEqual(sale.fiat)
        expect(baseOf(sale, rows, "share")).toBeLessThanOrEqual(sale.base)
        expect(baseOf(sale, rows, "tokens")).toBeLessThanOrEqual(sale.base)
      }
    }),
    { numRuns: 500 }
  )
})

/** Cuts a number in parts of at least one. */
const cutsOf = (whole: bigint, cuts: bigint[]): bigint[] => {
  const marks = [...new Set(cuts.map((cut) => cut % whole).filter((mark) => mark > 0n)), whole]
  const sorted = marks.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0))
  return sorted.map((mark, at) => mark - (sorted[at - 1] ?? 0n))
}

test("refunds at the payment's rate that take all of the money take all of the tokens, in every order", () => {
  fc.assert(
    fc.property(sales, fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { maxLength: 8 }), (sale, cuts) => {
      const parts = cutsOf(sale.fiat, cuts)
      const rows: ActiveRefund[] = []
      // One that is worth less than the smallest amount of the token is refused, so it is refunded with the next.
      let carried = 0n
      for (const part of parts) {
        const fiat = formatAmount(part + carried, sale.fiatDecimals)
        const answer = refundAmount({ ...questionOf(sale, rows), fiat })
        if ("tokens" in answer) rows.push({ fiat, ...answer })
        carried = "tokens" in answer ? 0n : part + carried
      }
      expect(carried).toBe(0n)
      expect(baseOf(sale, rows, "tokens")).toBe(sale.base)
      expect(baseOf(sale, rows, "share")).toBe(sale.base)
    }),
    { numRuns: 500 }
  )
})

test("more money is never fewer tokens", () => {
  fc.assert(
    fc.property(sales, fc.nat(1_000), fc.nat(1_000), (sale, one, other) => {
      const tokensOf = (part: number) => {
        const fiat = formatAmount((sale.fiat * BigInt(part)) / 1_000n, sale.fiatDecimals)
        const answer = refundAmount({ ...questionOf(sale, []), fiat })
        return "tokens" in answer ? parseAmount(answer.tokens, sale.decimals) : 0n
      }
      expect(tokensOf(Math.min(one, other))).toBeLessThanOrEqual(tokensOf(Math.max(one, other)))
    })
  )
})

test("after any mix of rates the rest of the money can be refunded, and leaves no more than others took too little", () => {
  fc.assert(
    fc.property(sales, steps, (sale, taken) => {
      let rows: ActiveRefund[] = []
      for (const step of taken) {
        if (step.kind === "cancel") rows = rows.filter((_, at) => at !== step.which)
        else {
          const fiat = formatAmount((sale.fiat * BigInt(step.part)) / 1_000n, sale.fiatDecimals)
          // Close to the payment's own rate as well: most others are refused at once.
          const own =
            (sale.fiat * 10n ** BigInt(sale.decimals) * 10n ** 6n) /
            (sale.base * 10n ** BigInt(sale.fiatDecimals))
          const price = formatAmount((own * (500n + (step.price % 1_500n))) / 1_000n, 6)
          const answer = refundAmount({ ...questionOf(sale, rows), fiat, basis: step.basis, price })
          if ("tokens" in answer) rows = [...rows, { fiat, ...answer }]
        }
      }
      const { leftFiat, leftTokens } = refundSums(questionOf(sale, rows))
      const last = refundAmount({ ...questionOf(sale, rows), fiat: leftFiat })
      if (parseAmount(leftFiat, sale.fiatDecimals) === 0n) expect(last).toMatchObject({ code: "too_small" })
      else if (leftTokens === "0") expect(last).toMatchObject({ code: "exceeds_received" })
      else {
        if ("code" in last) throw new Error(last.words)
        const all = [...rows, { fiat: leftFiat, ...last }]
        expect(baseOf(sale, all, "share")).toBe(sale.base)
        const short = parseAmount(last.tokens, sale.decimals) < parseAmount(last.share, sale.decimals)
        expect(last.note === null).toBe(!short)
        const dust = sale.base - baseOf(sale, all, "tokens")
        if (short) expect(dust).toBe(0n)
        else expect(dust).toBe(baseOf(sale, rows, "share") - baseOf(sale, rows, "tokens"))
        if (rows.every(({ share, tokens }) => share === tokens)) expect(dust).toBe(0n)
      }
    }),
    { numRuns: 500 }
  )
})
