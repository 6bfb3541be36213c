import { AmountError } from "../../gateway/amount"
import { toFraction } from "../fraction"

test.each<[string, bigint, bigint]>([
  ["0", 0n, 1n],
  ["49.90", 4990n, 100n],
  ["0.000000000000000001", 1n, 10n ** 18n],
  ["9007199254740993.5", 90071992547409935n, 10n],
])("%s is exact", (text, value, scale) => {
  expect(toFraction(text)).toEqual({ value, scale })
})

test.each(["", "-1", "1e3", ".5", "5.", "01", " 1", "1,5"])("%j is no decimal", (text) => {
  expect(() => toFraction(text)).toThrow(AmountError)
})
