import type { Token } from "../../../../gateway/contract"
import { optionsWith } from "../../options/__tests__/valid-options"
import type { OnchainOptionsInput } from "../../options/options"
import type { RateFunction } from "../../options/option-groups"
import { RateBook } from "../rate-book"
import { startLocalProvider, type LocalProvider } from "./local-provider"

const nowMs = 1_700_000_000_000
const eth: Token = { chain: "evm", networkId: "base-mainnet", token: "ETH", decimals: 18 }
const usdc: Token = { ...eth, token: "USDC", decimals: 6 }
const reported = jest.fn<void, [string, unknown]>()
beforeEach(() => reported.mockClear())

type Rates = NonNullable<OnchainOptionsInput["rates"]>
const find = (token: Token, currencyCode: string, rates: Rates = {}) =>
  new RateBook({ options: optionsWith({ rates }), clock: () => nowMs, report: reported }).find({
    ...{ token, currencyCode, isSymbolShared: false },
  })
const fixed = (prices: Record<string, Record<string, string>>, more: object = {}) => ({
  ...{ kind: "fixed" as const, prices },
  ...more,
})
const custom = (rate: RateFunction, more: object = {}) => ({ kind: "custom" as const, rate, ...more })
const priced =
  (price: string, ageMs = 0): RateFunction =>
  () =>
    Promise.resolve({ price, asOf: new Date(nowMs - ageMs) })

describe("the table of fixed prices", () => {
  test("prices only USDC and USDT by default, at one dollar", async () => {
    expect(await find(usdc, "USD")).toEqual({ price: "1", source: "fixed", asOfMs: nowMs })
    expect(await find({ ...usdc, token: "USDT" }, "usd")).toMatchObject({ price: "1" })
    expect(await find(usdc, "eur")).toBe("no_rate")
    expect(await find(eth, "usd")).toBe("no_rate")
  })

  test("the most specific name of a token wins", async () => {
    const rates = {
      sources: [fixed({ usd: { USDC: "1", "evm:base-mainnet:USDC": "2", "stellar:USDC:G": "3" } })],
    }
    expect(await find({ ...usdc, networkId: "eth-mainnet" }, "usd", rates)).toMatchObject({ price: "1" })
    expect(await find(usdc, "usd", rates)).toMatchObject({ price: "2" })
    expect(await find({ ...usdc, canonicalAssetId: "stellar:USDC:G" }, "usd", rates)).toMatchObject({
      price: "3",
    })
  })

  test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "a token or currency named %s has no accidental price",
    async (name) => {
      expect(await find({ ...eth, token: name }, "usd")).toBe("no_rate")
      expect(await find(eth, name)).toBe("no_rate")
    }
  )
})

describe("the merchant's own function", () => {
  test("receives the whole rail, and its price carries its name", async () => {
    const rate = jest.fn(priced("2431.55", 1_000))
    const token = { ...usdc, contractAddress: "0xab" }
    expect(await find(token, "EUR", { sources: [custom(rate, { name: "treasury" })] })).toEqual({
      ...{ price: "2431.55", source: "treasury", asOfMs: nowMs - 1_000 },
    })
    expect(rate).toHaveBeenCalledWith({
      ...{ currencyCode: "eur", chain: "evm", networkId: "base-mainnet", token: "USDC" },
      ...{ canonicalAssetId: null, contractAddress: "0xab" },
    })
  })

  test("is called once for checkouts within cacheMs, per token and currency", async () => {
    const rate = jest.fn(priced("2"))
    const options = optionsWith({ rates: { sources: [custom(rate)] } })
    const book = new RateBook({ options, clock: () => nowMs, report: reported })
    const ask = (token: Token, currencyCode: string) =>
      book.find({ token, currencyCode, isSymbolShared: false })
    await Promise.all([ask(eth, "eur"), ask(eth, "EUR")])
    await ask(eth, "eur")
    expect(rate).toHaveBeenCalledTimes(1)
    await ask(usdc, "eur")
    await ask(eth, "usd")
    await ask({ ...usdc, contractAddress: "0xcd" }, "eur")
    expect(rate).toHaveBeenCalledTimes(4)
  })

  test("may have no price", async () => {
    expect(await find(eth, "eur", { sources: [custom(() => Promise.resolve(null))] })).toBe("no_rate")
  })

  test.each<[string, RateFunction]>([
    ["rejects", () => Promise.reject(new Error("treasury is closed"))],
    ["throws", () => JSON.parse("{")],
    ["returns a number as the price", () => Promise.resolve(JSON.parse('{"price": 1.5}'))],
    ["returns no time", () => Promise.resolve(JSON.parse('{"price": "1.5"}'))],
    ["returns an invalid time", () => Promise.resolve({ price: "1.5", asOf: new Date("yesterday") })],
    ["gives undefined", () => Promise.resolve(JSON.parse("[]")[0])],
    ["does not answer in time", () => new Promise(() => undefined)],
  ])("that %s fails, and is reported", async (_, rate) => {
    expect(await find(eth, "eur", { sources: [custom(rate, { timeoutMs: 100 })] })).toBe("rate_failed")
    expect(reported).toHaveBeenCalledWith("custom", expect.objectContaining({ message: expect.any(String) }))
  })
})

describe("several sources", () => {
  let provider: LocalProvider
  beforeEach(async () => {
    provider = await startLocalProvider()
  })
  afterEach(() => provider.close())
  const coinbase = (more: object = {}) => ({ kind: "coinbase" as const, baseUrl: provider.url, ...more })
  const answer = (eur: string) =>
    provider.answer({ body: `{"data": {"currency": "ETH", "rates": {"EUR": "${eur}"}}}` })

  test("prices that differ by more than maxDisagreementBps hide the rail", async () => {
    answer("2431.55")
    const sources = [fixed({ eur: { ETH: "2480.1810" } }), coinbase()]
    expect(await find(eth, "eur", { sources, maxDisagreementBps: 200 })).toMatchObject({ source: "fixed" })
    expect(await find(eth, "eur", { sources, maxDisagreementBps: 199 })).toBe("rate_disputed")
  })

  test("an answer is cached no longer than its price is usable", async () => {
    answer("2431.55")
    let atMs = nowMs
    const options = optionsWith({ rates: { sources: [coinbase({ cacheMs: 600_000 })], maxAgeMs: 300_000 } })
    const book = new RateBook({ options, clock: () => atMs, report: reported })
    const ask = () => book.find({ token: eth, currencyCode: "eur", isSymbolShared: false })
    await ask()
    atMs += 299_999
    await ask()
    expect(provider.requests).toHaveLength(1)
    atMs += 2
    expect(await ask()).toMatchObject({ price: "2431.55", asOfMs: atMs })
  })

  test("a source is called for its currencies only", async () => {
    const sources = [
      fixed({ eur: { ETH: "1" }, usd: { ETH: "1" } }, { name: "euros", currencies: ["EUR"] }),
      fixed({ eur: { ETH: "9" }, usd: { ETH: "2" } }, { name: "dollars", currencies: ["usd"] }),
    ]
    expect(await find(eth, "eur", { sources })).toMatchObject({ price: "1", source: "euros" })
    expect(await find(eth, "usd", { sources })).toMatchObject({ price: "2", source: "dollars" })
    expect(await find(eth, "jpy", { sources })).toBe("no_rate")
  })

  test("two sources of the same kind have separate caches", async () => {
    answer("2431.55")
    const other = await startLocalProvider()
    try {
      other.answer({ body: `{"data": {"currency": "ETH", "rates": {"EUR": "1"}}}` })
      const sources = [coinbase(), coinbase({ name: "proxy", baseUrl: other.url })]
      expect(await find(eth, "eur", { sources })).toBe("rate_disputed")
    } finally {
      await other.close()
    }
  })
})
