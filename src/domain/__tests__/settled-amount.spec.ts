import fc from "fast-check"
import { formatAmount } from "../../gateway/amount"
import { amountDifference } from "../settled-amount"

test.each([
  ["12.5", "12.5", null, null],
  ["12.5", "12.500000", null, null],
  ["12.5", "13", "0.5", null],
  ["12.5", "12.4", null, "0.1"],
  ["12.5", null, null, null],
])(
  "of %s expected and %s received, %s is too much and %s missing",
  (expected, received, surplus, shortfall) => {
    expect(amountDifference({ expected, received, decimals: 6 })).toEqual({ surplus, shortfall })
  }
)

test("what was received is what was expected, more the surplus, less the shortfall, to the last unit", () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 40n })
  fc.assert(
    fc.property(units, units, fc.integer({ min: 0, max: 18 }), (expected, received, decimals) => {
      const text = (value: bigint) => formatAmount(value, decimals)
      const found = amountDifference({ expected: text(expected), received: text(received), decimals })
      expect(found).toEqual({
        surplus: received > expected ? text(received - expected) : null,
        shortfall: received < expected ? text(expected - received) : null,
      })
    })
  )
})
