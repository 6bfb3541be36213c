import { parseAssumptions } from "../assumptions"
import { parseBilling, type UnreadableField } from "../contract"

const assumptions = parseAssumptions()

/** A field as it is read, and whether it was reported. */
function read(field: string, value: unknown) {
  const reported: UnreadableField[] = []
  const billing = parseBilling({ [field]: value }, assumptions, (found) => reported.push(found))
  return { value: (billing as Record<string, unknown>)[field], isReported: reported.length > 0 }
}

const NOTHING = undefined

test.each<[string, unknown, string | undefined]>([
  ["text", "10.00", "10.00"],
  ["a number", 10, "10"],
  ["a number with a fraction", 12.5, "12.5"],
  ["a very small number", 1e-7, "0.0000001"],
  ["a dollar sign", "$10", "10"],
  ["a currency behind it", "10 USD", "10"],
  ["a currency before it", "usd 10.5", "10.5"],
  ["an amount with its currency", { amount: "10.00", currency: "USD" }, "10.00"],
  ["an amount without one", { amount: 10 }, "10"],
  ["a value with its unit", { value: 12.5, unit: "usd" }, "12.5"],
  ["an object in an object", { amount: { value: "7", currency: "USD" } }, "7"],
  ["an amount by its currency", { usd: "3" }, "3"],
  ["cents", { amount: 1050, unit: "cents" }, "10.50"],
  ["less than a dollar in cents", { value: "5", unit: "cent" }, "0.05"],
  ["the same amount twice", { amount: "5", value: "5" }, "5"],
  ["words", "fair-use", "fair-use"],
  ["words in an object", { value: "custom" }, "custom"],
  ["another currency", { amount: "10", currency: "EUR" }, NOTHING],
  ["another currency in the text", "10 EUR", NOTHING],
  ["two currencies", { amount: "10 USD", currency: "EUR" }, NOTHING],
  ["a percentage", "10 %", NOTHING],
  ["a currency that is no text", { amount: "10", currency: { code: "USD" } }, NOTHING],
  ["two amounts that differ", { amount: "5", value: "6" }, NOTHING],
  ["thousands", "1,000", NOTHING],
  ["a unit that every object has", "10 constructor", NOTHING],
  ["the prototype as its unit", "10 __proto__", NOTHING],
  ["such a unit in an object", { value: "10", unit: "constructor" }, NOTHING],
  ["a number with zeros in front", "007", NOTHING],
  ["cents with zeros in front", "007 cents", NOTHING],
  ["96 digits", "9".repeat(96), "9".repeat(96)],
  ["97 digits", "9".repeat(97), NOTHING],
  ["an exponent in text", "1e3", NOTHING],
  ["a negative number", -1, NOTHING],
  ["a list", ["10"], NOTHING],
  ["an amount that is a list", { amount: ["10"] }, NOTHING],
  ["an object without an amount", { left: "10" }, NOTHING],
  ["true", true, NOTHING],
])("dollars as %s: %j reads as %s, and what cannot be read is reported", (_, sent, expected) => {
  expect(read("prepaidGasUsd", sent)).toEqual({ value: expected, isReported: expected === undefined })
})

test.each<[unknown, string | undefined]>([
  ["0.95", "0.95"],
  [0.95, "0.95"],
  ["0.95%", "0.95"],
  ["0.95 %", "0.95"],
  [{ value: "0.95", unit: "percent" }, "0.95"],
  [{ value: 95, unit: "bps" }, "0.95"],
  ["5 bps", "0.05"],
  ["250.5 bps", "2.505"],
  ["custom", "custom"],
  [{ value: "0.95", unit: "usd" }, NOTHING],
  ["$0.95", NOTHING],
])("a fee of %j reads as %s percent", (sent, expected) => {
  expect(read("invoiceFeePercent", sent)).toEqual({ value: expected, isReported: expected === undefined })
})

test.each<[unknown, number | undefined]>([
  [12, 12],
  ["12", 12],
  ["12.0", 12],
  [12.5, 12.5],
  ["12.5", 12.5],
  [0, 0],
  [{ count: 12 }, 12],
  [{ value: "12.0", unit: "payouts" }, 12],
  [{ count: 12, value: 13 }, NOTHING],
  [{ count: 12, total: 100 }, 12],
  [{ used: 12, total: 100 }, NOTHING],
  [{}, NOTHING],
  ["12,000", NOTHING],
  ["unlimited", NOTHING],
  [-1, NOTHING],
  [1e12, NOTHING],
  [[1, 2], NOTHING],
])("a quota of %j reads as %s", (sent, expected) => {
  expect(read("payoutQuotaUsed", sent)).toEqual({ value: expected, isReported: expected === undefined })
})

test.each<[string, unknown, string[] | undefined]>([
  ["texts", ["5", "10"], ["5", "10"]],
  ["numbers", [5, 10], ["5", "10"]],
  [
    "amounts",
    [
      { amount: "5", currency: "USD" },
      { amount: "10.00", currency: "USD" },
    ],
    ["5", "10.00"],
  ],
  ["packs with a price", [{ id: "pack_5", price: { amount: 5, currency: "USD" } }], ["5"]],
  ["packs with a price in dollars", [{ name: "Small", priceUsd: "5" }], ["5"]],
  ["nothing", [], []],
  [
    "a pack in another currency",
    [
      { amount: "5", currency: "USD" },
      { amount: "5", currency: "EUR" },
    ],
    NOTHING,
  ],
  ["a pack in words", ["5", "any"], NOTHING],
  ["no list", "5", NOTHING],
])("packs as %s: %j read as %j", (_, sent, expected) => {
  expect(read("topUpOptionsUsd", sent)).toEqual({ value: expected, isReported: expected === undefined })
})

test("figures that lie in objects are found by their paths, whatever their form", () => {
  const fields = {
    includedGasRemainingUsd: "gas.included.remaining",
    payoutQuotaUsed: "payouts.used",
    prepaidGasUsd: "gas.prepaid",
  }
  const body = {
    gas: { included: { remaining: { amount: "22.60", currency: "USD" } }, prepaid: { balance: "40" } },
    payouts: { used: { count: "12.0" } },
  }
  expect(parseBilling(body, parseAssumptions({ fields: { billing: fields } }))).toMatchObject({
    includedGasRemainingUsd: "22.60",
    payoutQuotaUsed: 12,
    prepaidGasUsd: undefined,
  })
})
