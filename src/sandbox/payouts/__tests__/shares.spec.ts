import * as fc from "fast-check"
import { shareOf, split, totalOf } from "../recipients"

const recipient = (shareBps: number) => ({ label: "one", destinationAddress: "anywhere", shareBps })

/** Shares that add up to at most 100 %. */
const shares = fc
  .array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 12 })
  .map((cuts) => [...new Set(cuts)].sort((left, right) => left - right))
  .map((cuts) => cuts.map((cut, index) => cut - (cuts[index - 1] ?? 0)))
const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })

describe("splitting an amount", () => {
  it("leaves no dust when the shares add up to 100 %", () => {
    fc.assert(
      fc.property(amount, shares, (baseUnits, parts) => {
        const rest = 10_000 - parts.reduce((sum, bps) => sum + bps, 0)
        const legs = split(baseUnits, [...parts, rest].map(recipient))
        expect(totalOf(legs)).toBe(baseUnits)
      })
    )
  })

  it("exceeds no share, and has no leg of less than one unit", () => {
    fc.assert(
      fc.property(amount, shares, (baseUnits, parts) => {
        const legs = split(baseUnits, parts.map(recipient))
        for (const leg of legs) {
          expect(leg.baseUnits).toBeGreaterThan(0n)
          expect(leg.baseUnits).toBe(shareOf(baseUnits, leg.recipient.shareBps))
        }
        expect(totalOf(legs)).toBeLessThanOrEqual(baseUnits)
      })
    )
  })
})
