import fc from "fast-check"
import {
  addMoney,
  compareMoney,
  CurrencyMismatchError,
  halfUnit,
  inUnit,
  isPayable,
  moneyLeft,
  moneyOf,
  smallestUnit,
} from "../money"

const DECIMALS = [0, 2, 3, 8, 18]
/** An amount in thousandths of the smallest unit, written in major units. */
const written = (thousandths: bigint, decimals: number): string => {
  const text = thousandths.toString().padStart(decimals + 4, "0")
  return `${text.slice(0, -(decimals + 3))}.${text.slice(-(decimals + 3))}`
}

describe.each(DECIMALS)("a currency with %i decimals", (decimals) => {
  it("owes an amount only from more than half of its smallest unit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (thousandths) => {
        expect(isPayable(written(thousandths, decimals), decimals)).toBe(thousandths > 500n)
      })
    )
  })

  it("shows an amount in its unit, half up", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (thousandths) => {
        const shown = moneyOf(inUnit(written(thousandths, decimals), decimals), "xxx")
        const units = (thousandths + 500n) / 1000n
        expect(compareMoney(shown, moneyOf(written(units * 1000n, decimals), "xxx"))).toBe(0)
      })
    )
  })

  it("has a smallest unit of which two halves are one", () => {
    const half = moneyOf(halfUnit(decimals), "xxx")
    expect(compareMoney(addMoney(half, half), moneyOf(smallestUnit(decimals), "XXX"))).toBe(0)
  })

  it("leaves what a sum in bigint leaves", () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 24n })
    fc.assert(
      fc.property(units, units, (from, taken) => {
        const left = moneyLeft(
          moneyOf(written(from, decimals), "xxx"),
          moneyOf(written(taken, decimals), "xxx")
        )
        const expected = written(from > taken ? from - taken : 0n, decimals)
        expect(compareMoney(left, moneyOf(expected, "xxx"))).toBe(0)
      })
    )
  })
})

describe("two currencies", () => {
  const [jpy, usd] = [moneyOf("1800", "jpy"), moneyOf("1793", "usd")]
  it.each([
    ["compared", () => compareMoney(jpy, usd)],
    ["added", () => addMoney(jpy, usd)],
    ["subtracted", () => moneyLeft(jpy, usd)],
  ])("are never %s", (_name, sum) => {
    expect(sum).toThrow(CurrencyMismatchError)
  })
})

it("what is negative is not owed", () => {
  expect(isPayable("-14.67", 2)).toBe(false)
})
