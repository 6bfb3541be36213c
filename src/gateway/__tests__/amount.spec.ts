import fc from "fast-check"
import {
  addAmounts,
  AmountError,
  compareAmounts,
  decimalsOf,
  formatAmount,
  isWithinBps,
  multiplyDivide,
  multiplyDivideUnits,
  padAmount,
  parseAmount,
  type Rounding,
  subtractAmounts,
  truncateAmount,
} from "../amount"

const decimals = fc.integer({ min: 0, max: 30 })
const baseUnits = fc.bigInt({ min: 0n, max: 10n ** 60n })

test("every amount survives writing and reading, for every number of decimals", () => {
  fc.assert(
    fc.property(baseUnits, decimals, (amount, places) => {
      expect(parseAmount(formatAmount(amount, places), places)).toBe(amount)
    })
  )
})

test("padding with zeros changes nothing, even past the token's decimals", () => {
  fc.assert(
    fc.property(baseUnits, decimals, fc.integer({ min: 0, max: 5 }), (amount, places, zeros) => {
      const text = formatAmount(amount, places)
      const padded = (text.includes(".") ? text : `${text}.0`) + "0".repeat(zeros)
      expect(parseAmount(padded, places)).toBe(amount)
      expect(compareAmounts(padded, text)).toBe(0)
    })
  )
})

test("comparing texts agrees with comparing base units", () => {
  fc.assert(
    fc.property(baseUnits, baseUnits, decimals, (left, right, places) => {
      const expected = left < right ? -1 : left > right ? 1 : 0
      expect(compareAmounts(formatAmount(left, places), formatAmount(right, places))).toBe(expected)
    })
  )
})

test("whatever text comes, reading it gives an amount or an AmountError", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.eE+-]{0,20}$/)), decimals, (text, places) => {
      try {
        expect(parseAmount(text, places)).toBeGreaterThanOrEqual(0n)
      } catch (error) {
        expect(error).toBeInstanceOf(AmountError)
      }
    })
  )
})

test.each([
  ["1.5", 6, 1_500_000n],
  ["0", 0, 0n],
  ["0.000001", 6, 1n],
  ["1", 18, 10n ** 18n],
  ["1", 30, 10n ** 30n],
  ["9007199254740993", 0, 9007199254740993n],
  ["9007199254740993.000000000000000001", 18, 9007199254740993000000000000000001n],
])("%s with %i decimals is %s base units", (text, places, expected) => {
  expect(parseAmount(text, places)).toBe(expected)
})

test("whatever the amount, a digit that is not zero beyond the token's decimals is refused", () => {
  const excess = fc.stringMatching(/^0{0,5}[1-9][0-9]{0,5}$/)
  fc.assert(
    fc.property(baseUnits, decimals, excess, (amount, places, digits) => {
      const text = formatAmount(amount, places)
      const [whole = "0", fraction = ""] = text.split(".")
      const tooLong = `${whole}.${fraction.padEnd(places, "0")}${digits}`
      expect(() => parseAmount(tooLong, places)).toThrow(AmountError)
      expect(truncateAmount(tooLong, places)).toBe(text)
    })
  )
})

test("a huge text that is not an amount is refused without being padded", () => {
  const hostile = `1.${"0".repeat(5_000_000)}`
  expect(() => compareAmounts("1", hostile)).toThrow(AmountError)
  expect(() => compareAmounts(hostile, "1")).toThrow(AmountError)
})

test("an error says what is wrong, and quotes at most 40 characters of what it was given", () => {
  expect(() => parseAmount("0.0000001", 6)).toThrow(new AmountError('"0.0000001" has more than 6 decimals'))
  expect(() => parseAmount("x".repeat(1000), 6)).toThrow(/^"x{40}" is not a decimal amount such as "12.5"$/)
  expect(new AmountError("").name).toBe("AmountError")
})

test.each([-1, 31, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("%p is not a number of decimals", (places) => {
  const error = new AmountError(`decimals must be a whole number from 0 to 30, found ${places}`)
  expect(() => parseAmount("1", places)).toThrow(error)
  expect(() => formatAmount(1n, places)).toThrow(error)
  expect(() => multiplyDivide("1", {}, places, "down")).toThrow(error)
})

test("adding and subtracting agree with base units, in any order", () => {
  fc.assert(
    fc.property(baseUnits, baseUnits, decimals, (left, right, places) => {
      expect(addAmounts()).toBe("0")
      const [a, b] = [formatAmount(left, places), formatAmount(right, places)]
      expect(addAmounts(a, b)).toBe(formatAmount(left + right, places))
      expect(addAmounts(b, a)).toBe(addAmounts(a, b))
      expect(subtractAmounts(addAmounts(a, b), b)).toBe(a)
    })
  )
})

test.each([
  ...["", " 1", "1 ", "-1", "+1", "1e3", ".5", "1.", "01", "0x1", "1,5", "NaN", "Infinity", "1\n", "١"],
])("%j is not an amount, and can be calculated with nowhere", (text) => {
  expect(() => parseAmount(text, 6)).toThrow(AmountError)
  expect(() => compareAmounts(text, "1")).toThrow(AmountError)
  expect(() => compareAmounts("1", text)).toThrow(AmountError)
  expect(() => addAmounts("1", text)).toThrow(AmountError)
  expect(() => subtractAmounts("1", text)).toThrow(AmountError)
  expect(() => multiplyDivide(text, {}, 6, "up")).toThrow(AmountError)
  expect(() => multiplyDivide("1", { times: text }, 6, "up")).toThrow(AmountError)
  expect(() => multiplyDivide("1", { by: text }, 6, "up")).toThrow(AmountError)
  expect(() => padAmount(text, 2)).toThrow(AmountError)
  expect(() => truncateAmount(text, 2)).toThrow(AmountError)
})

test.each<[string, { times?: string; by?: string }, number, Rounding, bigint]>([
  ["10", { by: "3" }, 6, "up", 3_333_334n],
  ["10", { by: "3" }, 6, "down", 3_333_333n],
  ["10", { by: "3" }, 6, "half_up", 3_333_333n],
  ["20", { by: "3" }, 6, "half_up", 6_666_667n],
  ["0.5", {}, 0, "half_up", 1n],
  ["0.4999999999", {}, 0, "half_up", 0n],
  ["0.000000000000000001", {}, 0, "up", 1n],
  ["12.50", { times: "2", by: "0.5" }, 2, "down", 5_000n],
  ["0", { times: "7", by: "3" }, 18, "up", 0n],
])("%s with %j and %i decimals, rounded %s, is %d base units", (amount, ratio, places, rounding, units) => {
  expect(multiplyDivide(amount, ratio, places, rounding)).toBe(units)
})

test("rounding moves by less than a unit, down never above and up never below, half up by half a unit at most", () => {
  const positive = fc.bigInt({ min: 1n, max: 10n ** 40n })
  fc.assert(
    fc.property(baseUnits, baseUnits, positive, (units, times, by) => {
      const of = (rounding: Rounding) => multiplyDivideUnits(units, times, by, rounding) * by
      const [exact, down, up, half] = [units * times, of("down"), of("up"), of("half_up")]
      expect(down <= exact && exact < down + by).toBe(true)
      expect(up >= exact && exact > up - by).toBe(true)
      expect(2n * (half - exact) <= by && 2n * (exact - half) < by).toBe(true)
    })
  )
})

test("multiplying and dividing texts agrees with whole numbers", () => {
  const positive = fc.bigInt({ min: 1n, max: 10n ** 30n })
  const places = fc.integer({ min: 0, max: 18 })
  fc.assert(
    fc.property(baseUnits, positive, positive, places, places, (units, times, by, own, wanted) => {
      const text = multiplyDivide(
        formatAmount(units, own),
        { times: formatAmount(times, own), by: formatAmount(by, own) },
        wanted,
        "down"
      )
      expect(text).toBe((units * times * 10n ** BigInt(wanted)) / (by * 10n ** BigInt(own)))
    })
  )
})

test("nothing is divided by zero, and nothing calculated or written below zero", () => {
  const negative = new AmountError("an amount is never negative")
  const divided = new AmountError("an amount cannot be divided by zero")
  expect(() => formatAmount(-1n, 6)).toThrow(negative)
  expect(() => subtractAmounts("1", "1.000001")).toThrow(negative)
  expect(() => multiplyDivide("1", { by: "0.00" }, 6, "down")).toThrow(divided)
  expect(() => multiplyDivideUnits(1n, 1n, 0n, "down")).toThrow(divided)
  expect(() => multiplyDivideUnits(-1n, 1n, 1n, "down")).toThrow(negative)
  expect(() => multiplyDivideUnits(1n, 1n, -1n, "down")).toThrow(negative)
})

test.each([
  ["49.9", 2, "49.90"],
  ["49", 2, "49.00"],
  ["49", 0, "49"],
  ["49.125", 2, "49.125"],
])("%s with at least %i decimals is %s", (text, places, padded) => {
  expect(padAmount(text, places)).toBe(padded)
  expect(decimalsOf(padded)).toBe(Math.max(places, decimalsOf(text)))
})

test("a tolerance in basis points ends exactly one base unit beyond the last amount that is near enough", () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 9_999 }), (expected, bps) => {
      const reach = (expected * BigInt(bps)) / 10_000n
      for (const amount of [expected - reach, expected + reach])
        expect(isWithinBps(amount, expected, bps)).toBe(true)
      for (const amount of [expected - reach - 1n, expected + reach + 1n])
        expect(isWithinBps(amount, expected, bps)).toBe(false)
    })
  )
  expect(isWithinBps(0n, 10_000n, 10_000)).toBe(true)
})
