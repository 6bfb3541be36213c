import * as fc from "fast-check"
import { KNOWN_PLANS } from "../../../gateway/contract"
import { tokens } from "../../catalog/tokens"
import { invoiceFee } from "../fees"
import { plans } from "../plans"
import { baseUnitsWorth, fromUsdUnits, toUsdUnits, valueInUsdUnits } from "../usd-value"

describe("the fee of an invoice", () => {
  it("is at least the share and the minimum, and never a base unit more than the larger", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 27n })
    fc.assert(
      fc.property(
        fc.constantFrom(...tokens),
        fc.constantFrom(...KNOWN_PLANS),
        amount,
        (asset, name, baseUnits) => {
          const plan = plans[name]
          const fee = invoiceFee(baseUnits, asset, plan)
          const minimum = baseUnitsWorth(plan.minimumFeeUsd, asset)
          const share = baseUnits * BigInt(plan.invoiceFeePercent.replace(".", ""))
          expect(fee).toBeGreaterThanOrEqual(minimum)
          expect(fee * 10_000n).toBeGreaterThanOrEqual(share)
          expect(fee === minimum || (fee - 1n) * 10_000n < share).toBe(true)
        }
      )
    )
  })
})

describe("the value of an amount", () => {
  it("is worth at least its dollars, and a base unit less is not", () => {
    const usd = fc.bigInt({ min: 1n, max: 10n ** 14n }).map(fromUsdUnits)
    fc.assert(
      fc.property(fc.constantFrom(...tokens), usd, (asset, dollars) => {
        const baseUnits = baseUnitsWorth(dollars, asset)
        const scale = 10n ** BigInt(asset.decimals)
        const price = toUsdUnits(asset.usdPrice)
        expect(baseUnits * price).toBeGreaterThanOrEqual(toUsdUnits(dollars) * scale)
        expect((baseUnits - 1n) * price).toBeLessThan(toUsdUnits(dollars) * scale)
        expect(valueInUsdUnits(baseUnits - 1n, asset)).toBeLessThanOrEqual(toUsdUnits(dollars))
      })
    )
  })
})
