import type { Token } from "../../../../gateway/contract"
import { findRate } from "../rail-quotes"
import type { OnchainOptionsInput, RateSource } from "../../options/options"
import { optionsWith } from "../../options/__tests__/valid-options"

const nowMs = 1_700_000_000_000
const eth: Token = { chain: "evm", networkId: "base-mainnet", token: "ETH", decimals: 18 }
const usdc: Token = { ...eth, token: "USDC", decimals: 6 }
const find = (token: Token, currency: string, rates: OnchainOptionsInput["rates"] = {}) =>
  findRate(token, currency, optionsWith({ rates }).rates, () => nowMs)
const priced =
  (price: string, ageMs = 0): RateSource =>
  () =>
    Promise.resolve({ price, asOf: new Date(nowMs - ageMs) })

test("the table comes first, and its price is current", async () => {
  expect(await find(usdc, "usd")).toEqual({ price: "1", source: "fixed", asOfMs: nowMs })
  const source = jest.fn(priced("2"))
  expect(await find(usdc, "usd", { source })).toMatchObject({ price: "1", source: "fixed" })
  expect(source).not.toHaveBeenCalled()
})

test("what the table lacks is requested from the source, by its whole rail", async () => {
  const source = jest.fn(priced("2431.55", 1_000))
  expect(await find(eth, "EUR", { source })).toEqual({
    price: "2431.55",
    source: "source",
    asOfMs: nowMs - 1_000,
  })
  expect(source).toHaveBeenCalledWith({
    currencyCode: "eur",
    chain: "evm",
    networkId: "base-mainnet",
    token: "ETH",
  })
})

test("without a price there is none: not another currency's, and not a guess", async () => {
  expect(await find(usdc, "eur")).toBeNull()
  expect(await find(eth, "usd")).toBeNull()
  expect(await find(eth, "usd", { source: () => Promise.resolve(null) })).toBeNull()
})

test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
  "a token called %s has no price by accident",
  async (token) => {
    expect(await find({ ...eth, token }, "usd")).toBeNull()
    expect(await find(eth, token)).toBeNull()
  }
)

test.each([
  [0, true],
  [60_000, true],
  [60_001, false],
  [-60_000, true],
  [-60_001, false],
])("a price that is %i ms old is used: %s", async (ageMs, isUsed) => {
  expect((await find(eth, "usd", { source: priced("2", ageMs) })) !== null).toBe(isUsed)
})

test.each(["", "0", "0.00", "-1", "1e3", "1,5", "NaN", " 1", "0x1"])(
  "a price of %j hides the rail",
  async (price) => {
    expect(await find(eth, "usd", { source: priced(price) })).toBeNull()
  }
)

test("a price without a valid instant hides the rail", async () => {
  const source: RateSource = () => Promise.resolve({ price: "2", asOf: new Date("yesterday") })
  expect(await find(eth, "usd", { source })).toBeNull()
})
