import fc from "fast-check"
import { formatAmount, parseAmount } from "../../gateway/amount"
import { type ActiveRefund, decideOrderRefund, refundAmount, takenOf } from "../refund/refund-amount"
import { forAll } from "./for-all"

/** Of currencies: JPY, USD and one of a store's own. */
const DECIMALS = [0, 2, 18] as const

/** A payment whose total has more digits than its currency. `digits` more; amounts in the last of them. */
type Sale = { decimals: number; digits: number; fiat: bigint; base: bigint; tokenDecimals: number }

const sales = (decimals: number): fc.Arbitrary<Sale> => {
  const anyDigits = fc.record({
    ...{ digits: fc.integer({ min: 0, max: 8 }), units: fc.bigInt({ min: 1n, max: 10n ** 9n }) },
    ...{ rest: fc.bigInt({ min: 0n, max: 10n ** 8n }), tokenDecimals: fc.constantFrom(6, 18) },
    base: fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n }),
  })
  return anyDigits.map(({ units, rest, ...sale }) => ({
    ...{ ...sale, decimals, fiat: units * unitOf(sale) + (rest % unitOf(sale)) },
  }))
}

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
    const isRounded = fc.property(sales(decimals), amounts, fc.boolean(), (sale, difference, isClose) => {
      const close = sale.fiat + difference > 0n ? sale.fiat + difference : 1n
      const near = isClose ? close : sale.fiat / 3n + 1n
      const taken = takenOf(textOf(near, sale), textOf(sale.fiat, sale), decimals)
      const rule = expected(near, sale.fiat, unitOf(sale))
      expect(taken === null ? null : parseAmount(taken, decimals + sale.digits)).toBe(rule)
    })
    fc.assert(isRounded, { numRuns: 1_000 })
  })

  const parts = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 5 })
  test("refunds entered in its unit pay all that came to the last base unit, rounded up or down, and then nothing", () =>
    forAll(sales(decimals), parts, fc.boolean(), (sale, shares, isUp) => {
      const unit = unitOf(sale)
      const tokens = formatAmount(sale.base, sale.tokenDecimals)
      const rows: ActiveRefund[] = []
      let left = sale.fiat
      const refund = (amount: bigint) => {
        const fiat = textOf(amount, sale)
        const answer = refundAmount({
          ...{ fiat, captured: textOf(sale.fiat, sale), fiatDecimals: decimals, basis: "payment" },
          ...{ received: tokens, expected: tokens, decimals: sale.tokenDecimals, active: rows, room: null },
        })
        if ("tokens" in answer) {
          rows.push({ fiat, share: answer.share, tokens: answer.tokens })
          left = left > amount ? left - amount : 0n
        }
        return answer
      }
      const paid = () => rows.reduce((sum, row) => sum + parseAmount(row.tokens, sale.tokenDecimals), 0n)
      for (const share of shares) {
        const part = ((left * BigInt(share)) / 1_000n / unit) * unit
        if (part > 0n && part < left) refund(part)
      }
      // What a form offers: the rest, rounded as prices are shown, or up.
      const last = ((left + (isUp ? unit - 1n : unit / 2n)) / unit) * unit
      if (left * 2n > unit) expect(refund(last)).toHaveProperty("tokens")
      expect(paid()).toBe(sale.base)
      expect(refund(unit)).toHaveProperty("code")
      expect(refund(sale.fiat + unit)).toHaveProperty("code")
      expect(paid()).toBe(sale.base)
    }))

  test("a refund of an order reaches Medusa as all that is left, or not at all, and never as more", () =>
    forAll(sales(decimals), fc.bigInt({ min: 0n, max: 1_200n }), (sale, share) => {
      const unit = unitOf(sale)
      const refunded = ((sale.fiat * share) / 1_000n / unit) * unit
      const left = sale.fiat > refunded ? sale.fiat - refunded : 0n
      const payment = {
        ...{ id: "pay_1", sessionId: "payses_1", captured: [textOf(sale.fiat, sale)] },
        refunded: refunded === 0n ? [] : [textOf(refunded, sale)],
      }
      const decide = (amount: bigint) => {
        const asked = { amount: textOf(amount, sale), decimals, chosen: ["pay_1"], isExact: true }
        return decideOrderRefund({ payments: [payment], ...asked })
      }
      const up = ((left + unit - 1n) / unit) * unit
      const all = { kind: "refund", paymentId: "pay_1", amount: textOf(left, sale) }
      if (left * 2n > unit) for (const amount of [up, left]) expect(decide(amount)).toEqual(all)
      else expect(decide(unit)).toMatchObject({ problem: { code: "over_refund", left: "0" } })
      for (const amount of [up + unit, left + unit])
        expect(decide(amount)).toMatchObject({ problem: { code: "over_refund" } })
    }))
})
