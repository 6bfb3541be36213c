import fc from "fast-check"
import { CurrencyMismatchError, moneyOf } from "../../money"
import { dueOf, isSameAmount, type OrderSums, outstandingOf, owedOf, tokensTaken } from "../order-cover"

const DECIMALS = [0, 2, 3, 8, 18]
const units = fc.bigInt({ min: 0n, max: 10n ** 24n })

function written(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
  return amount < 0n ? `-${text}` : text
}

const sums = (change: Partial<OrderSums>): OrderSums => ({
  ...{ pending: "0", total: "0", returnRequested: "0", transactions: "0" },
  ...change,
})

describe("what an order owes", () => {
  it.each<[string, OrderSums, number, string]>([
    ["before it is paid", sums({ pending: "17", total: "17" }), 2, "17"],
    [
      "while a return is open",
      sums({ pending: "-14.67", total: "17", returnRequested: "14.67", transactions: "17" }),
      2,
      "0",
    ],
    [
      "after an exchange",
      sums({ pending: "6", total: "35", returnRequested: "12", transactions: "17" }),
      2,
      "6",
    ],
    [
      "by a unit, which Medusa counts as settled",
      sums({ pending: "0", total: "17.01", transactions: "17" }),
      2,
      "0",
    ],
    ["in bitcoin, which Medusa does not know", sums({ pending: "0", total: "0.0004" }), 8, "0.0004"],
    ["in bitcoin, paid", sums({ pending: "0", total: "0.0004", transactions: "0.0004" }), 8, "0"],
    [
      "by less than a unit of a currency without decimals",
      sums({ pending: "0.24", total: "1083.24", transactions: "1083" }),
      0,
      "0",
    ],
    [
      "after more was refunded than paid",
      sums({ pending: "17.01", total: "17", transactions: "-0.01" }),
      2,
      "17.01",
    ],
  ])("%s", (_, order, decimals, expected) => {
    expect(owedOf(order, decimals)).toBe(expected)
  })

  it.each(DECIMALS)(
    "is Medusa's own difference, beyond a unit of a currency with %i decimals",
    (decimals) => {
      fc.assert(
        fc.property(units, units, units, (total, returned, paid) => {
          const exact = total - returned - paid
          const pending = exact > -2n && exact < 2n ? "0" : written(exact, decimals)
          const [all, back, come] = [total, returned, paid].map((one) => written(one, decimals))
          const owed = owedOf(
            { pending, total: all ?? "", returnRequested: back ?? "", transactions: come ?? "" },
            decimals
          )
          expect(toUnits(owed, decimals) > 0n).toBe(exact > 1n)
          if (exact > 1n)
            expect(
              isSameAmount(moneyOf(owed, "xxx"), moneyOf(written(exact, decimals), "xxx"), decimals)
            ).toBe(true)
        })
      )
    }
  )

  it("is not outstanding where another provider has authorized it", () => {
    expect(outstandingOf("17", ["5"], 2)).toBe("12")
    expect(outstandingOf("17", ["5", "12"], 2)).toBe("0")
    expect(outstandingOf("17", ["20"], 2)).toBe("0")
    expect(outstandingOf("0", ["5"], 2)).toBe("0")
  })
})

const usd = (amount: string) => moneyOf(amount, "usd")

describe("what a payment asks for", () => {
  it.each([
    ["the order owes as much", "17", "17"],
    ["the order owes more", "20", "17"],
    ["the order owes less", "12", "12"],
    ["the order owes less by what no coin can pay", "16.996", "17"],
    ["the order owes nothing", "0", "0"],
  ])("when %s", (_, owed, expected) => {
    expect(dueOf(usd("17"), usd(owed), 2)).toEqual(usd(expected))
  })

  it("is never compared with another currency", () => {
    expect(() => dueOf(usd("1800"), moneyOf("1793", "jpy"), 2)).toThrow(CurrencyMismatchError)
  })
})

describe("the tokens that an order takes", () => {
  it("are all that was asked while it owes as much", () => {
    expect(tokensTaken({ asked: "17", taken: "17", expected: "17.17", decimals: 6 })).toBeNull()
  })

  it.each(DECIMALS)("are its share with %i decimals, rounded up by less than a unit", (decimals) => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 2n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        units,
        (asked, part, expected) => {
          const taken = part % asked
          fc.pre(taken > 0n)
          const tokens = tokensTaken({
            ...{ asked: String(asked), taken: String(taken), decimals },
            expected: written(expected, decimals),
          })
          const exact = expected * taken
          const base = toUnits(tokens ?? "", decimals)
          expect(base * asked >= exact && (base - 1n) * asked < exact).toBe(true)
          expect(base <= expected).toBe(true)
        }
      )
    )
  })
})

function toUnits(text: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".")
  return BigInt(whole + fraction.padEnd(decimals, "0"))
}

test("two amounts are the same up to half a unit", () => {
  expect(isSameAmount(usd("17"), usd("17.005"), 2)).toBe(true)
  expect(isSameAmount(usd("17"), usd("17.01"), 2)).toBe(false)
  expect(isSameAmount(usd("17.01"), usd("17"), 2)).toBe(false)
})
