import fc from "fast-check"
import { formatAmount, parseAmount } from "../../gateway/amount"
import { type ActiveRefund, refundAmount, refundSums } from "../refund/refund-amount"
import type { RefundRate } from "../refund/refund-lifecycle"

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
  basis: "payment" as const,
  room: null,
  captured: formatAmount(fiat, fiatDecimals),
  fiatDecimals,
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
        if ("code" in last) throw new Error(last.code)
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

test("of a payment that came short within the bound, refunds together pay at most what came, and a whole one pays all of it", () => {
  const shortfalls = fc.bigInt({ min: 0n, max: 200n })
  const parts = fc.array(
    fc.record({
      part: fc.integer({ min: 1, max: 1_000 }),
      basis: fc.constantFrom<RefundRate>("payment", "today"),
      price: fc.bigInt({ min: 1n, max: 10n ** 6n }),
    }),
    { maxLength: 8 }
  )
  fc.assert(
    fc.property(sales, shortfalls, parts, (sale, bps, taken) => {
      const came = sale.base - (sale.base * bps) / 10_000n
      const received = formatAmount(came, sale.decimals)
      const rows: ActiveRefund[] = []
      for (const { part, basis, price } of taken) {
        const fiat = formatAmount((sale.fiat * BigInt(part)) / 1_000n, sale.fiatDecimals)
        const question = { ...questionOf(sale, rows), received, fiat, basis, price: formatAmount(price, 4) }
        const amount = refundAmount(question)
        if (!("code" in amount)) rows.push({ fiat, share: amount.share, tokens: amount.tokens })
        expect(baseOf(sale, rows, "tokens") <= came).toBe(true)
      }
      const whole = refundAmount({
        ...questionOf(sale, []),
        received,
        fiat: formatAmount(sale.fiat, sale.fiatDecimals),
      })
      if (came > 0n) expect(whole).toMatchObject({ tokens: received })
    })
  )
})
