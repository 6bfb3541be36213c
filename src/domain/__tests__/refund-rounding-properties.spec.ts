import fc from "fast-check"
import { formatAmount, parseAmount } from "../../gateway/amount"
import { type ActiveRefund, decideOrderRefund, refundAmount, takenOf } from "../refund/refund-amount"

/** Of currencies: JPY, USD, KWD, BTC and one of a store's own. */
const DECIMALS = [0, 2, 3, 8, 18] as const

/** A payment whose total has more digits than its currency. `digits` more; amounts in the last of them. */
type Sale = { decimals: number; digits: number; fiat: bigint; base: bigint; tokenDecimals: number }

const sales = (decimals: number): fc.Arbitrary<Sale> =>
  fc
    .record({
      digits: fc.integer({ min: 0, max: 8 }),
      units: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      rest: fc.bigInt({ min: 0n, max: 10n ** 8n }),
      base: fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n }),
      tokenDecimals: fc.constantFrom(6, 18),
    })
    .map(({ digits, units, rest, base, tokenDecimals }) => ({
      ...{ decimals, digits, base, tokenDecimals },
      fiat: units * 10n ** BigInt(digits) + (rest % 10n ** BigInt(digits)),
    }))

const unitOf = ({ digits }: Pick<Sale, "digits">) => 10n ** BigInt(digits)
const textOf = (fiat: bigint, { decimals, digits }: Sale) => formatAmount(fiat, decimals + digits)

/** The rule in whole numbers; null where the refund is too much. */
function expected(amount: bigint, left: bigint, unit: bigint): bigint | null {
  if (left === 0n) return null
  if (amount > left) return amount - left < unit ? left : null
  return (left - amount) * 2n > unit ? amount : left
}

describe.each(DECIMALS)("in a currency with %d decimals", (decimals) => {
  test("a refund takes all of what is left when it is within a unit above it, or leaves no more than half a unit", () => {
    const amounts = fc.bigInt({ min: -300_000_000n, max: 300_000_000n })
    fc.assert(
      fc.property(sales(decimals), amounts, fc.boolean(), (sale, difference, isClose) => {
        const near = isClose
          ? sale.fiat + difference > 0n
            ? sale.fiat + difference
            : 1n
          : sale.fiat / 3n + 1n
        const taken = takenOf(textOf(near, sale), textOf(sale.fiat, sale), decimals)
        const rule = expected(near, sale.fiat, unitOf(sale))
        expect(taken === null ? null : parseAmount(taken, decimals + sale.digits)).toBe(rule)
      }),
      { numRuns: 1_000 }
    )
  })

  test("refunds entered in its unit pay all that came to the last base unit, rounded up or down, and then nothing", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 5 })
    fc.assert(
      fc.property(sales(decimals), parts, fc.boolean(), (sale, shares, isUp) => {
        const unit = unitOf(sale)
        const rows: ActiveRefund[] = []
        let left = sale.fiat
        const refund = (fiat: bigint) => {
          const answer = refundAmount({
            fiat: textOf(fiat, sale),
            captured: textOf(sale.fiat, sale),
            fiatDecimals: decimals,
            received: formatAmount(sale.base, sale.tokenDecimals),
            expected: formatAmount(sale.base, sale.tokenDecimals),
            decimals: sale.tokenDecimals,
            active: rows,
            room: null,
            basis: "payment",
          })
          if ("tokens" in answer) {
            rows.push({ fiat: textOf(fiat, sale), share: answer.share, tokens: answer.tokens })
            left = left > fiat ? left - fiat : 0n
          }
          return answer
        }
        const paid = () => rows.reduce((sum, row) => sum + parseAmount(row.tokens, sale.tokenDecimals), 0n)
        for (const share of shares) {
          const part = ((left * BigInt(share)) / 1_000n / unit) * unit
          if (part > 0n && part < left) refund(part)
        }
        // What a form offers: the rest, rounded as prices are shown, or up.
        const isOver = left * 2n <= unit
        const last = ((left + (isUp ? unit - 1n : unit / 2n)) / unit) * unit
        if (!isOver) expect(refund(last)).toHaveProperty("tokens")
        expect(paid()).toBe(sale.base)
        expect(refund(unit)).toHaveProperty("code")
        expect(refund(sale.fiat + unit)).toHaveProperty("code")
        expect(paid()).toBe(sale.base)
      }),
      { numRuns: 300 }
    )
  })

  test("a refund of an order reaches Medusa as all that is left, or not at all, and never as more", () => {
    fc.assert(
      fc.property(sales(decimals), fc.bigInt({ min: 0n, max: 1_200n }), (sale, share) => {
        const unit = unitOf(sale)
        const refunded = ((sale.fiat * share) / 1_000n / unit) * unit
        const left = sale.fiat > refunded ? sale.fiat - refunded : 0n
        const payment = { id: "pay_1", sessionId: "payses_1", captured: [textOf(sale.fiat, sale)] }
        const decide = (amount: bigint) =>
          decideOrderRefund({
            payments: [{ ...payment, refunded: refunded === 0n ? [] : [textOf(refunded, sale)] }],
            ...{ amount: textOf(amount, sale), decimals, chosen: ["pay_1"], isExact: true },
          })
        const up = ((left + unit - 1n) / unit) * unit
        const isPayable = left * 2n > unit
        const all = { kind: "refund", paymentId: "pay_1", amount: textOf(left, sale) }
        if (isPayable) for (const amount of [up, left]) expect(decide(amount)).toEqual(all)
        else expect(decide(unit)).toMatchObject({ problem: { code: "over_refund", left: "0" } })
        expect(decide(up + unit)).toMatchObject({ problem: { code: "over_refund" } })
        expect(decide(left + unit)).toMatchObject({ problem: { code: "over_refund" } })
      }),
      { numRuns: 300 }
    )
  })
})
