import { BigNumber } from "@medusajs/framework/utils"
import fc from "fast-check"
import { formatAmount } from "../../../../gateway/amount"
import { isDecimalString } from "../../../../gateway/contract"
import { fiatAmountToText } from "../medusa-payments"

test.each([
  [49.9, "49.9"],
  [0.1 + 0.2, "0.3"],
  [4.35 * 100, "435"],
  [0, "0"],
  [100, "100"],
  [1e21, "1000000000000000000000"],
  [1e-7, "0.0000001"],
  ["49.90", "49.9"],
  ["1e3", "1000"],
  ["9007199254740993.01", "9007199254740993.01"],
  ["0.000000000000000001", "0.000000000000000001"],
  [new BigNumber("12.3400"), "12.34"],
  [{ value: "12.345678901234567891", precision: 20 }, "12.345678901234567891"],
])("the amount %j is %s, in plain digits", (amount, expected) => {
  expect(fiatAmountToText(amount)).toBe(expected)
})

test("a text amount passes through without losing a digit", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 40n }),
      fc.integer({ min: 0, max: 18 }),
      (units, decimals) => {
        const text = formatAmount(units, decimals)
        expect(fiatAmountToText(text)).toBe(text)
      }
    )
  )
})

test("whatever number Medusa sends, the text is one the quote can read", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e30, noNaN: true }).filter((n) => n === 0 || n > 1e-30),
      (amount) => {
        const text = fiatAmountToText(amount)
        expect(isDecimalString(text)).toBe(true)
        expect(Math.abs(Number(text) - amount)).toBeLessThanOrEqual(amount * 1e-14)
      }
    )
  )
})
