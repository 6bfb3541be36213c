import type { RailOption } from "../../../../domain/payment/rails"
import type { PricedRail, UnavailableRail } from "../../payment/rails"
import { SETUP_CHECKS } from "../setup-checks"

type Reason = UnavailableRail["reason"]

const railOf = (id: string): RailOption => ({
  ...{ id, receiveMode: undefined, payout: undefined, isSymbolShared: false },
  network: { chain: "evm", networkId: "base-mainnet", name: "Base" },
  token: { chain: "evm", networkId: "base-mainnet", token: "ETH", decimals: 18 },
})
const offered = (id: string): PricedRail => ({
  ...railOf(id),
  ...{ decimals: 18, rate: { price: "1", source: "kraken", asOfMs: 0 }, usdPrice: "1" },
})

/** @param rails by currency: the id of a rail, and why it is hidden; null for one that is offered */
const check = (rails: Record<string, [id: string, reason: Reason | null][]>, hasRegions = true) => {
  const prices = Object.entries(rails).map(([code, all]) => ({
    code,
    found: {
      priced: all.flatMap(([id, reason]) => (reason ? [] : [offered(id)])),
      unavailable: all.flatMap(([id, reason]) => (reason ? [{ rail: railOf(id), reason }] : [])),
    },
  }))
  const regions = Object.keys(rails).map((currencyCode) => ({ name: "Somewhere", currencyCode }))
  const finding = SETUP_CHECKS.rates({ prices, regions: hasRegions ? regions : [] })
  if (!finding) throw new Error("nothing was checked")
  return finding
}

test("what no source has is no problem while something is offered", () => {
  const found = check({
    usd: [
      ["usdc", null],
      ["eth", "no_rate"],
    ],
    eur: [["usdc", null]],
  })
  expect(found).toMatchObject({
    status: "ok",
    message: "Can be priced: 1 rails in usd, 1 rails in eur.",
  })
})

test.each<[Reason, RegExp]>([
  ["rate_disputed", /disagree by more than rates\.maxDisagreementBps/],
  ["minimum_unknown", /no source has a price in USD.*assumptions\.minimums\.intentUsd/i],
  ["rate_stale", /older than rates\.maxAgeMs/],
  ["rate_failed", /The sources failed/],
])("a rail that is hidden as %s is named, though others are offered", (reason, advice) => {
  const { status, message } = check({
    eur: [
      ["usdc", null],
      ["evm:base-mainnet:ETH", reason],
    ],
  })
  expect(status).toBe("warning")
  expect(message).toMatch(/^Can be priced: 1 rails in eur\. Hidden in eur: evm:base-mainnet:ETH\. /)
  expect(message).toMatch(advice)
})

test("a currency of an enabled region in which nothing can be priced is an error that names it", () => {
  const { status, message } = check({ usd: [["usdc", null]], kwd: [["usdc", "no_rate"]] })
  expect(status).toBe("error")
  expect(message).toMatch(
    /^No rail can be priced in kwd \(region Somewhere\)\. Add a source to rates\.sources/
  )
})

test("before a region is enabled the dollar is checked, as a warning", () => {
  expect(check({ usd: [["usdc", "rate_failed"]] }, false)).toMatchObject({
    status: "warning",
    message: expect.stringContaining("No rail can be priced in usd (no region is enabled yet)"),
  })
})
