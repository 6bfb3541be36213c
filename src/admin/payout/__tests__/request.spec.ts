import type { OnchainPayoutAsset, OnchainPayoutLimit } from "../../../types/http"
import {
  amountProblem,
  assetKey,
  availableOf,
  byBalance,
  chosenAsset,
  EMPTY_REQUEST,
  mostOf,
  toRequestBody,
} from "../request"

const usdc: OnchainPayoutAsset = {
  chain: "evm",
  network_id: "base-mainnet",
  network_name: "Base",
  token: "USDC",
  canonical_asset_id: null,
  decimals: 6,
  is_possible: true,
  reason: null,
}
const xlm: OnchainPayoutAsset = {
  ...usdc,
  chain: "stellar",
  network_id: "stellar-mainnet",
  token: "XLM",
  canonical_asset_id: "stellar:XLM:native",
  decimals: 7,
}

describe("the amount of a new withdrawal", () => {
  it.each([
    ["", null],
    ["120", null],
    ["0.000001", null],
    ["1.5000000000", null],
    ["0.0000001", "tooPrecise"],
    ["0", "nothing"],
    ["-1", "notAnAmount"],
    ["1,5", "notAnAmount"],
    [".5", "notAnAmount"],
    ["1e3", "notAnAmount"],
    ["１２", "notAnAmount"],
  ])("%p", (text, problem) => {
    expect(amountProblem(text, 6)).toBe(problem)
  })

  it.each([
    ["12.5", "12.5", null],
    ["12.500001", "12.5", "tooMuch"],
    ["1", "0", "tooMuch"],
    ["1000000", null, null],
  ])("%p of at most %p is %p before any call", (text, most, problem) => {
    expect(amountProblem(text, 6, most)).toBe(problem)
    const values = { destinationId: "ocdst_1", assetKey: assetKey(usdc), amount: text, note: "" }
    expect(toRequestBody(values, usdc, "id_1", most) === null).toBe(problem !== null)
  })

  it("is not held to decimals that are not known", () => {
    expect(amountProblem("0.000000000000000001", null)).toBeNull()
  })
})

describe("the body of a new withdrawal", () => {
  const values = { destinationId: "ocdst_1", assetKey: assetKey(usdc), amount: "12.5", note: "  rent " }

  it("has what was chosen, under the id of the form", () => {
    expect(toRequestBody(values, usdc, "id_1")).toEqual({
      request_id: "id_1",
      destination_id: "ocdst_1",
      token: "USDC",
      amount: "12.5",
      note: "rent",
    })
    expect(toRequestBody({ ...values, note: "" }, xlm, "id_1")).toEqual({
      request_id: "id_1",
      destination_id: "ocdst_1",
      token: "XLM",
      canonical_asset_id: "stellar:XLM:native",
      amount: "12.5",
    })
  })

  it.each([
    EMPTY_REQUEST,
    { ...values, destinationId: "" },
    { ...values, amount: "" },
    { ...values, amount: "x" },
  ])("is not there while something is missing: %o", (given) => {
    expect(toRequestBody(given, usdc, "id_1")).toBeNull()
  })
})

const limit: OnchainPayoutLimit = {
  token: "USDC",
  network_id: null,
  canonical_asset_id: null,
  per_withdrawal: null,
  per_day: null,
  sent_last_day: "0",
}
const price = {
  ...{ currency_code: "usd", currency_decimals: 2, price: "0.99" },
  ...{ source: "fixed", at: "2026-01-01T00:00:00Z" },
}

describe("the most that can be withdrawn", () => {
  it.each([
    ["10", [], "10"],
    ["4", [{ ...limit, per_withdrawal: "5.5" }], "4"],
    ["1204.5", [{ ...limit, per_withdrawal: "500", per_day: "1000", sent_last_day: "800.25" }], "199.75"],
    ["10", [{ ...limit, per_day: "100", sent_last_day: "120" }], "0"],
    [null, [{ ...limit, per_withdrawal: "5" }], null],
  ])("of %p available within %j is %p", (available, limits, most) => {
    expect(mostOf(available, limits)).toBe(most)
  })
})

describe("the tokens of a network", () => {
  const sums = { total_held: null, requires_recovery: null, on_its_way: "0", without_order: "0" }
  const eth = { ...usdc, token: "ETH", decimals: 18 }
  const dai = { ...usdc, token: "DAI" }
  const closed = { ...usdc, token: "AAA", is_possible: false, reason: "No." }
  const balances = [
    { ...usdc, ...sums, total: "900", price },
    { ...eth, ...sums, total: "1.5", price: { ...price, price: "3000" } },
  ]

  it("come by what there is of them, those that cannot be paid out last", () => {
    const names = (given: typeof balances) =>
      byBalance([closed, dai, usdc, eth], given).map(({ token }) => token)
    expect(names(balances)).toEqual(["ETH", "USDC", "DAI", "AAA"])
    expect(names([])).toEqual(["DAI", "ETH", "USDC", "AAA"])
  })

  it("need no choice where only one can be paid out", () => {
    expect(chosenAsset([closed, usdc], "")).toBe(usdc)
    expect(chosenAsset([dai, usdc], "")).toBeUndefined()
    expect(chosenAsset([dai, usdc], assetKey(dai))).toBe(dai)
    expect(chosenAsset([closed, usdc], assetKey(closed))).toBeUndefined()
  })
})

describe("what is available of an asset whose identity", () => {
  const sums = { total_held: null, requires_recovery: null, on_its_way: "0", without_order: "0" }
  const native = { ...xlm, ...sums, total: "10", price }
  const nameless = { ...native, canonical_asset_id: null }
  const other = { ...native, canonical_asset_id: "stellar:XLM:issuer", total: "7" }

  it.each([
    ["only the catalog names", xlm, [nameless], "10"],
    ["only the balance names", { ...xlm, canonical_asset_id: null }, [native], "10"],
    ["both name", xlm, [other, native], "10"],
    ["is another", xlm, [other], "0"],
    ["fits more than one balance", { ...xlm, canonical_asset_id: null }, [other, native], null],
    ["is on another network", xlm, [{ ...nameless, network_id: "stellar-other" }], "0"],
    ["is on another chain", xlm, [{ ...nameless, chain: "evm" }], "0"],
  ])("%s", (_, asset, balances, available) => {
    expect(availableOf(asset, balances)).toBe(available)
  })
})
