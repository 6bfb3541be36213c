import fc from "fast-check"
import { addAmounts, formatAmount, multiplyDivide, parseAmount } from "../../../gateway/amount"
import { forAll } from "../../__tests__/for-all"
import {
  type AmountFacts,
  hasIntentMinimum,
  HIGHEST_FEE,
  isLearned,
  leastIntentUsd,
  readFee,
  refuseIntent,
  refuseInvoice,
  worthInUsd,
} from "../rails"

const GROWTH = { percent: "0.55", minimumUsd: "0.05" }
const BELOW = "below_minimum"
const UNKNOWN = "minimum_unknown"
const minimums = (intentUsd: string | null, invoiceUsd = "0") => ({ minimums: { intentUsd, invoiceUsd } })

/** An amount of a dollar's token at a service with a minimum of 5 for deposits, on the free plan. */
const facts = (change: Partial<AmountFacts> = {}): AmountFacts => ({
  ...{ amount: "17", usdPrice: "1", ...minimums("5"), fee: HIGHEST_FEE, refused: {} },
  ...change,
})

describe("an amount at a service with minimums", () => {
  it.each<[string, Partial<AmountFacts>, string | null, string | null]>([
    ["far above everything", {}, null, null],
    ["below the minimum of deposits", { amount: "3" }, null, BELOW],
    ["exactly at it, from where a price falls below it", { amount: "5" }, null, BELOW],
    ["a unit below the margin", { amount: "5.499999" }, null, BELOW],
    ["a tenth above it", { amount: "5.5" }, null, null],
    ["of another token, by its price", { amount: "0.0022", usdPrice: "2500" }, null, null],
    ["of another token, below", { amount: "0.002199", usdPrice: "2500" }, null, BELOW],
    ["an unknown minimum, below the assumed one", { ...minimums(null), amount: "10.99" }, null, BELOW],
    ["an unknown minimum, above the assumed one", { ...minimums(null), amount: "11" }, null, null],
    ["without a minimum of deposits", { ...minimums("0"), amount: "0.2" }, null, null],
    ["no more than the fee", { amount: "0.1" }, BELOW, BELOW],
    ["half the fee", { amount: "0.05" }, BELOW, BELOW],
    ["a unit above the fee", { amount: "0.100001" }, null, BELOW],
    ["above the fee of another plan", { amount: "0.06", fee: GROWTH }, null, BELOW],
    ["no more than the fee of another plan", { amount: "0.05", fee: GROWTH }, BELOW, BELOW],
    ["a fee of everything", { fee: { percent: "100", minimumUsd: "0" } }, BELOW, null],
    ["an explicit minimum of invoices", { ...minimums("5", "2"), amount: "1.99" }, BELOW, BELOW],
    ["exactly that minimum", { ...minimums("0", "2"), amount: "2" }, null, null],
    ["of unknown worth", { usdPrice: null }, null, UNKNOWN],
    ["of unknown worth, without a minimum", { ...minimums("0", "2"), usdPrice: null }, null, null],
    ["that the service refused", { refused: { invoice: "17" } }, BELOW, null],
    ["of unknown worth, less than refused", { usdPrice: null, refused: { invoice: "20" } }, BELOW, UNKNOWN],
    ["more than the service refused", { refused: { invoice: "16.99", intent: "16.99" } }, null, null],
    ["that the service refused as a deposit", { refused: { intent: "17" } }, null, BELOW],
  ])("%s", (_, change, invoice, intent) => {
    expect([refuseInvoice(facts(change)), refuseIntent(facts(change))]).toEqual([invoice, intent])
  })
})

const decimal = (least: number, most: number, places: number) =>
  fc.integer({ min: least, max: most }).map((units) => formatAmount(BigInt(units), places))

it("an intent is still above the minimum when its price has fallen by a twelfth", () => {
  const [amounts, prices] = [decimal(1, 2_000_000_000, 6), decimal(1, 500_000_000, 4)]
  forAll(amounts, prices, decimal(0, 10_000, 2), (amount, usdPrice, intentUsd) => {
    const asked = facts({ amount, usdPrice, ...minimums(intentUsd) })
    if (refuseIntent(asked) !== null) return
    const later = multiplyDivide(worthInUsd(asked) ?? "0", { times: "11", by: "12" }, 18, "down")
    expect(later).toBeGreaterThanOrEqual(parseAmount(intentUsd, 18))
  })
})

it("an invoice that is offered leaves something after the fee, counted apart from the rule", () => {
  const [amounts, prices] = [decimal(1, 3_000_000, 6), decimal(1, 100_000, 4)]
  forAll(amounts, prices, decimal(0, 500, 2), decimal(0, 50, 2), (amount, usdPrice, percent, minimumUsd) => {
    const worth = Number(amount) * Number(usdPrice)
    const net = worth - Math.max((worth * Number(percent)) / 100, Number(minimumUsd))
    if (Math.abs(net) < 1e-9) return
    const isOffered = refuseInvoice(facts({ amount, usdPrice, fee: { percent, minimumUsd } })) === null
    expect(isOffered).toBe(net > 0)
  })
})

it("whatever is refused stays refused for less, and a sum of two refusals may be offered", () =>
  forAll(decimal(1, 20_000_000, 6), decimal(0, 20_000_000, 6), (less, more) => {
    for (const refuse of [refuseIntent, refuseInvoice])
      if (refuse(facts({ amount: addAmounts(less, more) })) !== null)
        expect(refuse(facts({ amount: less }))).not.toBeNull()
  }))

it.each([
  ["5", "5.5", true],
  [null, "11", true],
  ["0", "0", false],
  ["0.00000001", "0.000000011", true],
])("with a minimum of %s an intent is worth %s at least: %s", (intentUsd, least, hasMinimum) => {
  const { minimums: given } = minimums(intentUsd, "3")
  expect(leastIntentUsd(given)).toBe(least)
  expect(hasIntentMinimum(given)).toBe(hasMinimum)
})

it("what is less than the smallest part of a dollar is worth nothing", () => {
  expect(worthInUsd({ amount: `0.${"1".padStart(18, "0")}`, usdPrice: "0.1" })).toBe("0")
})

it.each([
  ["a small amount", "25", "1", true],
  ["an amount that no minimum explains", "25.01", "1", false],
  ["one of unknown worth", "0.01", null, false],
])("a refusal of %s is remembered: %s at %s USD", (_, amount, usdPrice, expected) => {
  expect(isLearned({ amount, usdPrice })).toBe(expected)
})

it.each([
  [{ invoiceFeePercent: "0.55", minimumFeeUsd: "0.05" }, GROWTH],
  [{ invoiceFeePercent: "0.15" }, { ...HIGHEST_FEE, percent: "0.15" }],
  [{}, HIGHEST_FEE],
  [{ plan: "growth" }, GROWTH],
  [{ plan: "Enterprise" }, { ...HIGHEST_FEE, percent: "0.35" }],
  [{ plan: "Mystery" }, HIGHEST_FEE],
  [{ invoiceFeePercent: "custom", minimumFeeUsd: "$0.05" }, HIGHEST_FEE],
])("the fee of %j is read, and that of the price list where a figure is missing", (billing, fee) => {
  expect(readFee(billing)).toEqual(fee)
})
