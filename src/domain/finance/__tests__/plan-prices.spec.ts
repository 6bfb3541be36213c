import { isFeeInOtherUnit, planPricesOf, topUpsOf } from "../plan-prices"

const list = (value: string | null, upTo: string | null = null) => ({ value, up_to: upTo, source: "list" })
const said = (value: string) => ({ value, up_to: null, source: "provider" })

test.each([
  ["Free", ["0", "0.95", "0.10", "0.05", "0.08", "0", "fair-use"]],
  ["Startup", ["19", "0.70", "0.10", "0.03", "0.05", "100", "10"]],
  ["growth", ["99", "0.55", "0.05", "0.01", "0.03", "1000", "35"]],
  ["SCALE", ["499", "0.35", "0.05", "0.005", "0.02", "10000", "150"]],
])("%s has its documented prices", (plan, [monthly, fee, minimum, payout, dashboard, payouts, gas]) => {
  expect(planPricesOf({ plan })).toEqual({
    monthly_usd: list(monthly ?? ""),
    invoice_fee_percent: list(fee ?? ""),
    minimum_fee_usd: list(minimum ?? ""),
    payout_fee_usd: list(payout ?? ""),
    dashboard_fee_usd: list(dashboard ?? ""),
    included_payouts: list(payouts ?? ""),
    included_gas_usd: list(gas ?? ""),
  })
})

test("Enterprise is negotiated, but for the range of its fee", () => {
  const { invoice_fee_percent: fee, ...others } = planPricesOf({ plan: "Enterprise" })
  expect(fee).toEqual(list("0.15", "0.35"))
  expect(Object.values(others)).toEqual(Array.from({ length: 6 }, () => list(null)))
})

test.each([undefined, "Ultra"])(
  "a plan called %s has no list price, and what the provider answers counts",
  (plan) => {
    const billing = { plan, invoiceFeePercent: "0.4", payoutQuotaIncluded: 12.5 }
    const { invoice_fee_percent: fee, included_payouts: payouts, ...others } = planPricesOf(billing)
    expect([fee, payouts]).toEqual([said("0.4"), said("12.5")])
    expect(Object.values(others)).toEqual(Array.from({ length: 5 }, () => null))
  }
)

test("a figure of the answer wins over the list price", () => {
  const answer = { minimumFeeUsd: "0.20", includedGasGrantedUsd: "40", payoutQuotaIncluded: 0 }
  expect(planPricesOf({ plan: "Growth", ...answer })).toMatchObject({
    monthly_usd: list("99"),
    minimum_fee_usd: said("0.20"),
    included_gas_usd: said("40"),
    included_payouts: said("0"),
  })
})

test.each<[string | undefined, string | undefined, boolean]>([
  ["Free", "0.95", false],
  ["Free", "0.0095", true],
  ["Free", "95", true],
  ["Free", "95.00", true],
  ["Free", "0.9", false],
  ["Free", "94", false],
  ["growth", "0.0055", true],
  ["Growth", "0.0095", false],
  ["Enterprise", "0.002", true],
  ["Enterprise", "35", true],
  ["Enterprise", "0.2", false],
  ["Enterprise", "36", false],
  ["Ultra", "95", false],
  [undefined, "95", false],
  ["Free", "custom", false],
  ["Free", undefined, false],
])("on the plan %s a fee of %s percent is one of another unit: %s", (plan, invoiceFeePercent, expected) => {
  expect(isFeeInOtherUnit({ plan, invoiceFeePercent })).toBe(expected)
})

test("the packs are those of the answer, and without any those of the price list", () => {
  expect(topUpsOf({})).toEqual({ amounts_usd: ["5", "10", "25", "50", "100"], source: "list" })
  expect(topUpsOf({ topUpOptionsUsd: ["20", "custom"] })).toEqual({ amounts_usd: ["20"], source: "provider" })
  expect(topUpsOf({ topUpOptionsUsd: [] })).toEqual({ amounts_usd: [], source: "provider" })
})
