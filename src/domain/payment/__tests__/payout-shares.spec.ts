import fc from "fast-check"
import { AmountError } from "../../../gateway/amount"
import { percentsToBps, percentToBps, sharesOf } from "../payout-shares"

describe("a percentage", () => {
  test.each([
    ["100", 10_000],
    [100, 10_000],
    ["33.33", 3_333],
    [33.33, 3_333],
    ["0.01", 1],
    [12.5, 1_250],
    ["7.0", 700],
  ])("%p is %i basis points", (percent, bps) => expect(percentToBps(percent)).toBe(bps))

  test.each(["0", 0, "0.00", "100.01", 101, "33.333", 0.1 + 0.2, "-1", "1e2", "50 %", "", NaN, "1,5"])(
    "%p is refused",
    (percent) => expect(() => percentToBps(percent)).toThrow(/0\.01 to 100/)
  )

  test("is quoted with at most 40 characters when it is refused", () =>
    expect(() => percentToBps("x".repeat(50))).toThrow(/, not x{40}$/))

  test("splits a whole only with others that add up to exactly 100", () => {
    expect(percentsToBps(["33.33", 66.67])).toEqual([3_333, 6_667])
    expect(() => percentsToBps(["33.33", "66.66"])).toThrow("not 99.99")
    expect(() => percentsToBps([60, 60])).toThrow("not 120")
    expect(() => percentsToBps([])).toThrow("not 0")
  })
})

describe("shares of totals", () => {
  test.each<[totals: string[], shares: number[]]>([
    [["10"], [10_000]],
    [["0.000000000000000001"], [10_000]],
    [
      ["12", "18", "45"],
      [1_600, 2_400, 6_000],
    ],
    [
      ["10", "10", "10"],
      [3_334, 3_333, 3_333],
    ],
    [
      ["0.000000000000000001", "1000000"],
      [1, 9_999],
    ],
    [
      ["1", "2", "0.5"],
      [2_857, 5_714, 1_429],
    ],
    [
      ["1", "1", "0.00001"],
      [4_999, 5_000, 1],
    ],
  ])("of %j are %j", (totals, shares) => expect(sharesOf(totals)).toEqual(shares))

  const ones = (count: number) => Array<string>(count).fill("1")
  test.each<[string, string[], Error]>([
    ["no totals", [], new RangeError("expected 1 to 10000 totals, not 0")],
    ["more totals than shares", ones(10_001), new RangeError("expected 1 to 10000 totals, not 10001")],
    ["a total of nothing", ["1", "0"], new RangeError("expected totals above zero")],
    [
      "too many digits",
      ["0.0000000000000000001"],
      new AmountError('"0.0000000000000000001" has more than 18 decimals'),
    ],
  ])("of %s are refused", (_, totals, error) => expect(() => sharesOf(totals)).toThrow(error))

  test("of as many totals as shares are one each", () =>
    expect(new Set(sharesOf(ones(10_000)))).toEqual(new Set([1])))

  test("add up to 10,000 basis points, each at least one and within one of its part", () => {
    const total = fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => (cents / 100).toFixed(2))
    fc.assert(
      fc.property(fc.array(total, { minLength: 1, maxLength: 50 }), (totals) => {
        const shares = sharesOf(totals)
        const sum = totals.reduce((all, one) => all + Number(one), 0)
        expect(shares.reduce((all, one) => all + one, 0)).toBe(10_000)
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(1)
          expect(share).toBeGreaterThan((Number(totals[index]) / sum) * 10_000 - 50)
        }
      })
    )
  })
})
