import { listing } from "../../../../gateway/__tests__/listing"
import { createCatalog } from "../../../../gateway/client/lists"
import type { Network, Token } from "../../../../gateway/contract"
import type { OnchainOptionsInput } from "../../options/options"
import { RateBook } from "../../rates/rate-book"
import { quoteRails, RailMinimums } from "../rails"
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
/** @param refused amounts as `SharedStatus` keeps them */
const minimumsOf = (change: Partial<OnchainOptionsInput>, refused: Record<string, string> = {}) =>
  new RailMinimums(
    optionsWith(change).assumptions.minimums,
    { readRecent: () => Promise.reject(new Error("the plan cannot be read")) },
    {
      note: () => undefined,
      recent: () =>
        Promise.resolve(
          Object.entries(refused).map(([name, detail]) => ({ name, detail, at: new Date(), count: 1 }))
        ),
    },
    clock
  )
const quote = (
  fiatAmount: string,
  change: Partial<OnchainOptionsInput> = {},
  currencyCode = "usd",
  refused: Record<string, string> = {}
) =>
  quoteRails(
    { fiatAmount, currencyCode },
    {
      catalog: createCatalog({ gateway, clock, maxAgeMs: 1_000 }),
      options: optionsWith(change),
      rates: new RateBook({ options: optionsWith(change), clock, report }),
      minimums: minimumsOf(change, refused),
      currencies: { decimalsOf: (code) => Promise.resolve(code.toLowerCase() === "jpy" ? 0 : 2) },
    }
  )
const report = jest.fn<void, [string, unknown]>()

test("every rail is priced with the decimals it has on its own network", async () => {
  const rates = { sources: [{ kind: "fixed" as const, prices: { usd: { USDC: "3" } } }] }
  const { quotes } = await quote("10", { rates })
  expect(quotes.map(({ id, amount }) => [id, amount])).toEqual([
    ["evm:base-mainnet:USDC", "3.333334"],
    ["evm:bnb-mainnet:USDC", "3.333333333333333334"],
  ])
})

test("a rail without a price or without decimals is named with its reason, never guessed", async () => {
  const { unavailable } = await quote("10")
  expect(unavailable.map(({ rail, reason }) => [rail.id, reason])).toEqual([
    ["evm:base-mainnet:ETH", "no_rate"],
    ["evm:base-mainnet:USDT", "no_decimals"],
  ])
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
  const table = { kind: "fixed" as const, prices: { usd: { USDC: "1" } } }
  const broken = { kind: "custom" as const, rate: () => Promise.reject(down) }
  const { quotes, unavailable } = await quote("10", { rates: { sources: [broken, table] } })
  expect(quotes.map(({ id }) => id)).toEqual(["evm:base-mainnet:USDC", "evm:bnb-mainnet:USDC"])
  expect(unavailable.map(({ rail, reason }) => [rail.id, reason])).toContainEqual([
    "evm:base-mainnet:ETH",
    "rate_failed",
  ])
  expect(report).toHaveBeenCalledWith("custom", down)
})

describe("a service with minimums", () => {
  const assumptions = { minimums: { intentUsd: "5" } }
  const only = [{ chain: "evm", networkId: "base-mainnet", token: "USDC" }]
  const priced = (prices: Record<string, Record<string, string>>) => ({
    sources: [{ kind: "fixed" as const, prices }],
  })
  const outcome = async (...asked: Parameters<typeof quote>) => {
    const { quotes, unavailable } = await quote(...asked)
    return [...quotes.map(({ takesIntent }) => takesIntent), ...unavailable.map(({ reason }) => reason)]
  }

  test.each<[string, Partial<OnchainOptionsInput>, string, unknown[]]>([
    ["17", {}, "usd", [true]],
    ["3", {}, "usd", [false]],
    ["3", { collection: "auto_deposit" }, "usd", ["below_minimum"]],
    ["0.1", {}, "usd", ["below_minimum"]],
    ["0.1", { collection: "auto_deposit" }, "usd", ["below_minimum"]],
    ["0", {}, "usd", []],
    ["0.004", {}, "usd", []],
    ["900", { rates: priced({ jpy: { USDC: "150" }, usd: { USDC: "1" } }) }, "jpy", [true]],
    ["600", { rates: priced({ jpy: { USDC: "150" }, usd: { USDC: "1" } }) }, "jpy", [false]],
    ["15", { rates: priced({ jpy: { USDC: "150" }, usd: { USDC: "1" } }) }, "jpy", ["below_minimum"]],
    ["0.4", { rates: priced({ jpy: { USDC: "150" }, usd: { USDC: "1" } }) }, "jpy", []],
    ["9000", { rates: priced({ jpy: { USDC: "150" } }) }, "jpy", [false]],
    [
      "9000",
      { rates: priced({ jpy: { USDC: "150" } }), collection: "auto_deposit" },
      "jpy",
      ["minimum_unknown"],
    ],
    ["9000", { rates: priced({ jpy: { USDC: "150" } }), collection: "invoice" }, "jpy", [false]],
  ])("%s with %j in %s: %j", async (fiatAmount, change, currencyCode, expected) => {
    expect(await outcome(fiatAmount, { assumptions, rails: only, ...change }, currencyCode)).toEqual(expected)
  })

  test("what it refused within the last day is not offered again, nor less of it; other rails are", async () => {
    const refused = { "invoice:evm:base-mainnet:USDC": "1.5" }
    const { quotes, unavailable } = await quote("1.5", { assumptions }, "usd", refused)
    expect(quotes.map(({ id }) => id)).toEqual(["evm:bnb-mainnet:USDC"])
    expect(unavailable.map(({ rail, reason }) => [rail.id, reason])).toContainEqual([
      "evm:base-mainnet:USDC",
      "below_minimum",
    ])
    expect(await outcome("1.51", { assumptions, rails: only }, "usd", refused)).toEqual([false])
  })

  test("an intent that it refused becomes an invoice", async () => {
    const refused = { "auto_deposit:evm:base-mainnet:USDC": "17" }
    expect(await outcome("17", { assumptions, rails: only }, "usd", refused)).toEqual([false])
    expect(await outcome("17.01", { assumptions, rails: only }, "usd", refused)).toEqual([true])
  })
})
