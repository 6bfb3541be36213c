import fc from "fast-check"
import { formatAmount, parseAmount } from "../../gateway/amount"
import { type ActiveRefund, refundAmount, refundSums } from "../refund/refund-amount"
import type { RefundRate } from "../refund/refund-lifecycle"
import { forAll } from "./for-all"

/** A payment, and what is asked of it, in whole numbers: minor units of the currency and base units of the token. */
type Sale = { fiat: bigint; base: bigint; decimals: number; fiatDecimals: number }
/** A part is of what was captured, in thousandths; more than there is on purpose. */
type Refund = { part: number; basis: RefundRate; price: bigint }

const sales: fc.Arbitrary<Sale> = fc.record({
  fiat: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  base: fc.bigInt({ min: 1n, max: 10n ** 30n }),
  decimals: fc.integer({ min: 0, max: 30 }),
  fiatDecimals: fc.integer({ min: 0, max: 3 }),
})
const refunds: fc.Arbitrary<Refund> = fc.record({
  part: fc.integer({ min: 0, max: 1_300 }),
  basis: fc.constantFrom<RefundRate>("payment", "today"),
  price: fc.bigInt({ min: 0n, max: 10n ** 12n }),
})
/** Refunds, and places of those that are cancelled. */
const steps = fc.array(fc.oneof({ weight: 3, arbitrary: refunds }, { weight: 1, arbitrary: fc.nat(20) }), {
  maxLength: 12,
})

const textOf = (fiat: bigint, { fiatDecimals }: Sale) => formatAmount(fiat, fiatDecimals)
const partOf = (sale: Sale, part: number) => textOf((sale.fiat * BigInt(part)) / 1_000n, sale)
const questionOf = (sale: Sale, active: ActiveRefund[]) => ({
  ...{ basis: "payment" as const, room: null, captured: textOf(sale.fiat, sale), active },
  ...{ fiatDecimals: sale.fiatDecimals, decimals: sale.decimals },
  received: formatAmount(sale.base, sale.decimals),
  expected: formatAmount(sale.base, sale.decimals),
})
const sumOf = (rows: ActiveRefund[], of: keyof ActiveRefund, decimals: number) =>
  rows.reduce((sum, row) => sum + parseAmount(row[of], decimals), 0n)
const baseOf = (sale: Sale, rows: ActiveRefund[], of: "share" | "tokens") => sumOf(rows, of, sale.decimals)

/** @returns the refunds after each step */
function takeSteps(
  sale: Sale,
  taken: (Refund | number)[],
  priceOf: (price: bigint) => bigint
): ActiveRefund[][] {
  let rows: ActiveRefund[] = []
  return taken.map((step) => {
    if (typeof step === "number") rows = rows.filter((_, at) => at !== step)
    else {
      const terms = {
        fiat: partOf(sale, step.part),
        basis: step.basis,
        price: formatAmount(priceOf(step.price), 6),
      }
      const answer = refundAmount({ ...questionOf(sale, rows), ...terms })
      if ("tokens" in answer) rows = [...rows, { fiat: terms.fiat, ...answer }]
    }
    return rows
  })
}

test("after every step no sum is more than what came, whatever is refunded, cancelled and at which rate", () =>
  forAll(sales, steps, (sale, taken) => {
    for (const rows of takeSteps(sale, taken, (price) => price)) {
      for (const row of rows) expect(parseAmount(row.tokens, sale.decimals)).toBeGreaterThan(0n)
      expect(sumOf(rows, "fiat", sale.fiatDecimals)).toBeLessThanOrEqual(sale.fiat)
      expect(baseOf(sale, rows, "share")).toBeLessThanOrEqual(sale.base)
      expect(baseOf(sale, rows, "tokens")).toBeLessThanOrEqual(sale.base)
    }
  }))

/** Cuts a number in parts of at least one. */
const cutsOf = (whole: bigint, cuts: bigint[]): bigint[] => {
  const marks = [...new Set(cuts.map((cut) => cut % whole).filter((mark) => mark > 0n)), whole]
  const sorted = marks.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0))
  return sorted.map((mark, at) => mark - (sorted[at - 1] ?? 0n))
}

test("refunds at the payment's rate that take all of the money take all of the tokens, in every order", () =>
  forAll(sales, fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { maxLength: 8 }), (sale, cuts) => {
    const rows: ActiveRefund[] = []
    // One that is worth less than the smallest amount of the token is refused, so it is refunded with the next.
    let carried = 0n
    for (const part of cutsOf(sale.fiat, cuts)) {
      const fiat = textOf(part + carried, sale)
      const answer = refundAmount({ ...questionOf(sale, rows), fiat })
      if ("tokens" in answer) rows.push({ fiat, ...answer })
      carried = "tokens" in answer ? 0n : part + carried
    }
    expect(carried).toBe(0n)
    expect(baseOf(sale, rows, "tokens")).toBe(sale.base)
    expect(baseOf(sale, rows, "share")).toBe(sale.base)
  }))

test("more money is never fewer tokens", () =>
  forAll(sales, fc.nat(1_000), fc.nat(1_000), (sale, one, other) => {
    const [fewer = 0n, more = 0n] = [Math.min(one, other), Math.max(one, other)].map((part) => {
      const answer = refundAmount({ ...questionOf(sale, []), fiat: partOf(sale, part) })
      return "tokens" in answer ? parseAmount(answer.tokens, sale.decimals) : 0n
    })
    expect(fewer).toBeLessThanOrEqual(more)
  }))

test("after any mix of rates the rest of the money can be refunded, and leaves no more than others took too little", () =>
  forAll(sales, steps, (sale, taken) => {
    // Close to the payment's own rate: most others are refused at once.
    const tokens = sale.base * 10n ** BigInt(sale.fiatDecimals)
    const own = (sale.fiat * 10n ** BigInt(sale.decimals + 6)) / tokens
    const rows = takeSteps(sale, taken, (price) => (own * (500n + (price % 1_500n))) / 1_000n).at(-1) ?? []
    const { leftFiat, leftTokens } = refundSums(questionOf(sale, rows))
    const last = refundAmount({ ...questionOf(sale, rows), fiat: leftFiat })
    if (parseAmount(leftFiat, sale.fiatDecimals) === 0n)
      return expect(last).toMatchObject({ code: "too_small" })
    if (leftTokens === "0") return expect(last).toMatchObject({ code: "exceeds_received" })
    if ("code" in last) throw new Error(last.code)
    const all = [...rows, { fiat: leftFiat, ...last }]
    expect(baseOf(sale, all, "share")).toBe(sale.base)
    const isShort = parseAmount(last.tokens, sale.decimals) < parseAmount(last.share, sale.decimals)
    expect(last.note === null).toBe(!isShort)
    const dust = sale.base - baseOf(sale, all, "tokens")
    expect(dust).toBe(isShort ? 0n : baseOf(sale, rows, "share") - baseOf(sale, rows, "tokens"))
    if (rows.every(({ share, tokens }) => share === tokens)) expect(dust).toBe(0n)
  }))

test("of a payment that came short within the bound, refunds together pay at most what came, and a whole one pays all of it", () =>
  forAll(
    sales,
    fc.bigInt({ min: 0n, max: 200n }),
    fc.array(refunds, { maxLength: 8 }),
    (sale, bps, taken) => {
      const came = sale.base - (sale.base * bps) / 10_000n
      const received = formatAmount(came, sale.decimals)
      const rows: ActiveRefund[] = []
      for (const { part, basis, price } of taken) {
        const fiat = partOf(sale, part)
        const terms = { received, fiat, basis, price: formatAmount(price % 10n ** 6n, 4) }
        const amount = refundAmount({ ...questionOf(sale, rows), ...terms })
        if (!("code" in amount)) rows.push({ fiat, share: amount.share, tokens: amount.tokens })
        expect(baseOf(sale, rows, "tokens") <= came).toBe(true)
      }
      const whole = refundAmount({ ...questionOf(sale, []), received, fiat: textOf(sale.fiat, sale) })
      if (came > 0n) expect(whole).toMatchObject({ tokens: received })
    }
  ))
