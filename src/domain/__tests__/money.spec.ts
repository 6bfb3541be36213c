import fc from "fast-check"
import { formatAmount } from "../../gateway/amount"
import { forAll } from "./for-all"
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

const amounts = fc.bigInt({ min: 0n, max: 10n ** 24n })

describe.each([0, 2, 3, 8, 18])("a currency with %i decimals", (decimals) => {
  /** Thousandths of the smallest unit, written in major units. */
  const written = (thousandths: bigint) => formatAmount(thousandths, decimals + 3)
  const money = (thousandths: bigint) => moneyOf(written(thousandths), "xxx")

  it("owes an amount only from more than half of its smallest unit, and shows it in its unit, half up", () =>
    forAll(amounts, (amount) => {
      expect(isPayable(written(amount), decimals)).toBe(amount > 500n)
      const shown = moneyOf(inUnit(written(amount), decimals), "xxx")
      expect(compareMoney(shown, money(((amount + 500n) / 1000n) * 1000n))).toBe(0)
    }))

  it("has a smallest unit of which two halves are one", () => {
    const half = moneyOf(halfUnit(decimals), "xxx")
    expect(compareMoney(addMoney(half, half), moneyOf(smallestUnit(decimals), "XXX"))).toBe(0)
  })

  it("leaves what a sum in bigint leaves", () =>
    forAll(amounts, amounts, (from, taken) => {
      const left = moneyLeft(money(from), money(taken))
      expect(compareMoney(left, money(from > taken ? from - taken : 0n))).toBe(0)
    }))
})

describe("two currencies", () => {
  const [jpy, usd] = [moneyOf("1800", "jpy"), moneyOf("1793", "usd")]
  it.each([
    ["compared", () => compareMoney(jpy, usd)],
    ["added", () => addMoney(jpy, usd)],
    ["subtracted", () => moneyLeft(jpy, usd)],
  ])("are never %s", (_name, sum) => {
    const error = new CurrencyMismatchError("jpy", "usd")
    expect(error.name).toBe("CurrencyMismatchError")
    expect(error.message).toBe("amounts of two currencies do not compare: jpy and usd")
    expect(sum).toThrow(error)
  })
})

it("what is negative is not owed", () => {
  expect(isPayable("-14.67", 2)).toBe(false)
})
