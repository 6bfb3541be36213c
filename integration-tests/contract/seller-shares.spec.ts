import fc from "fast-check"
import { sharesOf } from "../../src/domain/payment/payout-shares"
import { split, totalOf } from "../../src/sandbox/payouts/payout-request"

/** A seller's part of a cart, in cents. */
const part = fc.bigInt({ min: 1n, max: 10_000_000n })
/** USDC has 6 decimals on some networks and 18 on others. */
const net = fc.bigInt({ min: 1n, max: 10n ** 24n })

test("the legs of 1,000 random carts add up to the net amount, to the base unit", () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 40 }), net, (cents, netBaseUnits) => {
      const totals = cents.map((all) => `${all / 100n}.${String(all % 100n).padStart(2, "0")}`)
      const recipients = sharesOf(totals).map((shareBps, index) => ({
        ...{ label: `Seller ${index}`, destinationAddress: `0x${index}`, shareBps },
      }))
      const legs = split(netBaseUnits, recipients)
      expect(totalOf(legs)).toBe(netBaseUnits)
      for (const { recipient, baseUnits } of legs)
        expect(baseUnits).toBeGreaterThanOrEqual((netBaseUnits * BigInt(recipient.shareBps)) / 10_000n)
    }),
    { numRuns: 1_000 }
  )
})
