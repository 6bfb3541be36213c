import { listing } from "../../../../gateway/__tests__/listing"
import { createCatalog } from "../../../../gateway/client/catalog"
import type { Network, Token } from "../../../../gateway/contract"
import type { OnchainOptionsInput } from "../../options/options"
import { quoteRails } from "../rail-quotes"
import { optionsWith } from "../../options/__tests__/valid-options"

const networks: Network[] = [
  { chain: "evm", networkId: "base-mainnet", environment: "live" },
  { chain: "evm", networkId: "bnb-mainnet", environment: "live" },
]
const tokens: Token[] = [
  { chain: "evm", networkId: "base-mainnet", token: "USDC", decimals: 6 },
  { chain: "evm", networkId: "bnb-mainnet", token: "USDC", decimals: 18 },
  { chain: "evm", networkId: "base-mainnet", token: "ETH", decimals: 18 },
  { chain: "evm", networkId: "base-mainnet", token: "USDT" },
]
const clock = () => 1_700_000_000_000
const gateway = { listNetworks: () => listing(networks), listTokens: () => listing(tokens) }
const quote = (fiatAmount: string, change: Partial<OnchainOptionsInput> = {}, currencyCode = "usd") =>
  quoteRails(
    { fiatAmount, currencyCode },
    {
      catalog: createCatalog({ gateway, clock, maxAgeMs: 1_000 }),
      options: optionsWith(change),
      clock,
      onRateError,
    }
  )
const onRateError = jest.fn<void, [string, unknown]>()

test("every rail is priced with the decimals it has on its own network", async () => {
  const rates = { fixed: { usd: { USDC: "3" } } }
  const { quotes } = await quote("10", { rates })
  expect(quotes.map(({ id, amount }) => [id, amount])).toEqual([
    ["evm:base-mainnet:USDC", "3.333334"],
    ["evm:bnb-mainnet:USDC", "3.333333333333333334"],
  ])
})

test("a rail without a price or without decimals is named with its reason, never guessed", async () => {
  const { unavailable } = await quote("10")
  expect(unavailable).toEqual([
    { id: "evm:base-mainnet:ETH", reason: "no_rate" },
    { id: "evm:base-mainnet:USDT", reason: "no_decimals" },
  ])
})

test("a currency without rates offers nothing", async () => {
  const { quotes, unavailable } = await quote("10", {}, "eur")
  expect(quotes).toEqual([])
  expect(unavailable).toHaveLength(tokens.length)
})

test("a rail outside the allow-list is neither offered nor reported", async () => {
  const rails = [{ chain: "evm", networkId: "bnb-mainnet" }]
  const { quotes, unavailable } = await quote("10", { rails })
  expect(quotes.map(({ id }) => id)).toEqual(["evm:bnb-mainnet:USDC"])
  expect(unavailable).toEqual([])
})

test("the spread is added, and the rate kept beside the amount", async () => {
  const { quotes } = await quote("100", { rates: { spreadBps: 50 } })
  expect(quotes[0]).toMatchObject({
    amount: "100.5",
    rate: { price: "1", source: "fixed", asOfMs: clock() },
  })
})

test("a failing rate source affects only its own rails, and is reported", async () => {
  const down = new Error("rate service is down")
  const { quotes, unavailable } = await quote("10", { rates: { source: () => Promise.reject(down) } })
  expect(quotes.map(({ id }) => id)).toEqual(["evm:base-mainnet:USDC", "evm:bnb-mainnet:USDC"])
  expect(unavailable).toContainEqual({ id: "evm:base-mainnet:ETH", reason: "rate_failed" })
  expect(onRateError).toHaveBeenCalledWith("evm:base-mainnet:ETH", down)
})
