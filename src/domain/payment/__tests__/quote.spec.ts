import fc from "fast-check"
import { AmountError, formatAmount, parseAmount } from "../../../gateway/amount"
import { fiatToToken } from "../attempt"

const convert = (fiatAmount: string, price: string, decimals: number, spreadBps = 0) =>
  fiatToToken({ fiatAmount, price, decimals, spreadBps })

test.each([
  ["49.90", "1", 6, "49.9"],
  ["10", "3", 6, "3.333334"],
  ["10", "3", 0, "4"],
  ["10", "2.5", 0, "4"],
  ["0.01", "2431.55", 18, "0.000004112603072115"],
  ["0", "1", 6, "0"],
  ["1", "100000", 2, "0.01"],
  ["0.3", "1", 6, "0.3"],
  ["9007199254740993.01", "1", 6, "9007199254740993.01"],
  ["1000", "157.23", 6, "6.36011"],
  ["1", "157.23", 6, "0.006361"],
  ["1083", "157.23456789", 6, "6.887799"],
  ["100", "0.000000000000000001", 18, "100000000000000000000"],
])("%s at a price of %s with %i decimals is %s", (fiatAmount, price, decimals, expected) => {
  expect(convert(fiatAmount, price, decimals)).toBe(expected)
})

test.each([
  [100, "100", "101"],
  [1, "100", "100.01"],
  [2_000, "10", "12"],
  [50, "0.01", "0.010050"],
  [50, "0.000001", "0.000002"],
])("a spread of %i basis points on %s is %s", (spreadBps, fiatAmount, expected) => {
  expect(parseAmount(convert(fiatAmount, "1", 6, spreadBps), 6)).toBe(parseAmount(expected, 6))
})

const SCALE = 8
const amounts = fc.bigInt({ min: 0n, max: 10n ** 20n })
const prices = fc.bigInt({ min: 1n, max: 10n ** 20n })
const decimals = fc.integer({ min: 0, max: 18 })

test("the amount is the smallest the token can hold that covers the requested money", () => {
  fc.assert(
    fc.property(
      amounts,
      prices,
      decimals,
      fc.integer({ min: 0, max: 2_000 }),
      (fiat, price, places, spreadBps) => {
        const text = convert(formatAmount(fiat, SCALE), formatAmount(price, SCALE), places, spreadBps)
        const units = parseAmount(text, places)
        const asked = fiat * 10n ** BigInt(places) * (10_000n + BigInt(spreadBps))
        const worth = (amount: bigint) => amount * price * 10_000n
        expect(worth(units)).toBeGreaterThanOrEqual(asked)
        if (units > 0n) expect(worth(units - 1n)).toBeLessThan(asked)
      }
    )
  )
})

test("a larger spread never makes it cheaper", () => {
  fc.assert(
    fc.property(
      amounts,
      prices,
      decimals,
      fc.integer({ min: 0, max: 1_999 }),
      (fiat, price, places, spreadBps) => {
        const at = (bps: number) =>
          parseAmount(convert(formatAmount(fiat, SCALE), formatAmount(price, SCALE), places, bps), places)
        expect(at(spreadBps + 1)).toBeGreaterThanOrEqual(at(spreadBps))
      }
    )
  )
})

test.each(["0", "0.000", "-1", "1e3", "", "abc", "1,5"])("a price of %j is refused", (price) => {
  expect(() => convert("10", price, 6)).toThrow(AmountError)
})

test.each(["-1", "1e21", "", "NaN", "Infinity"])("an amount of %j is refused", (fiatAmount) => {
  expect(() => convert(fiatAmount, "1", 6)).toThrow(AmountError)
})
