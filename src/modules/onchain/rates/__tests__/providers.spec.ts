import { optionsWith } from "../../options/__tests__/valid-options"
import type { OnchainOptionsInput } from "../../options/options"
import { RateBook } from "../rate-book"
import { COINBASE, COINGECKO, KRAKEN, KRAKEN_RATE_LIMIT, KRAKEN_UNKNOWN_PAIR } from "./documented-answers"
import { startLocalProvider, type LocalProvider, type Reply } from "./local-provider"

const nowMs = 1_700_000_000_000
const eth = { chain: "evm", networkId: "base-mainnet", token: "ETH", decimals: 18 }
const usdc = { chain: "evm", networkId: "base-mainnet", token: "USDC", decimals: 6 }
const usdtOnBnb = { chain: "evm", networkId: "bnb-mainnet", token: "USDT", decimals: 18 }
const xlm = {
  ...{ chain: "stellar", networkId: "stellar-mainnet", token: "XLM", decimals: 7 },
  canonicalAssetId: "stellar:XLM:native",
}
const sol = { chain: "sol", networkId: "sol-mainnet", token: "SOL", decimals: 9 }

let provider: LocalProvider
beforeEach(async () => {
  provider = await startLocalProvider()
})
afterEach(() => provider.close())

type Source = NonNullable<NonNullable<OnchainOptionsInput["rates"]>["sources"]>[number]
const reported = jest.fn<void, [string, unknown]>()
beforeEach(() => reported.mockClear())

const bookOf = (kind: "coingecko" | "coinbase" | "kraken", change: object = {}, maxAgeMs = 60_000) => {
  const source = { kind, baseUrl: provider.url, timeoutMs: 10_000, ...change } as Source
  const options = optionsWith({ rates: { sources: [source], maxAgeMs } })
  return new RateBook({ options, clock: () => nowMs, report: reported })
}
const find = (book: RateBook, token: typeof eth, currencyCode = "eur") =>
  book.find({ token, currencyCode, isSymbolShared: false })

describe("CoinGecko", () => {
  test("one call prices all assets exactly, each with its own time", async () => {
    provider.answer({ body: COINGECKO })
    const book = bookOf("coingecko", {}, 600_000)
    expect(await find(book, eth)).toEqual({
      ...{ source: "coingecko", price: "2431.5512345678901234", asOfMs: 1_699_999_990_000 },
    })
    expect(await find(book, usdc)).toMatchObject({ price: "0.918273", asOfMs: 1_699_999_985_000 })
    expect(provider.requests).toHaveLength(1)
    const asked = new URL(provider.requests[0]?.url ?? "", provider.url)
    expect(asked.pathname).toBe("/simple/price")
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      ...{ vs_currencies: "eur", include_last_updated_at: "true", precision: "full" },
      ids: expect.stringContaining("ethereum,solana,stellar,tether,usd-coin"),
    })
  })

  test("a price with an exponent is read exactly, and a stale price hides the rail", async () => {
    provider.answer({ body: COINGECKO })
    expect(await find(bookOf("coingecko", {}, 2_000_000), xlm)).toMatchObject({ price: "0.125" })
    expect(await find(bookOf("coingecko"), xlm)).toBe("rate_stale")
  })

  test("a coin without a price, a missing coin and a missing currency are unknown", async () => {
    provider.answer({ body: COINGECKO })
    expect(await find(bookOf("coingecko"), sol)).toBe("no_rate")
    expect(await find(bookOf("coingecko"), usdtOnBnb)).toBe("no_rate")
    expect(await find(bookOf("coingecko"), eth, "jpy")).toBe("no_rate")
  })

  test("a price without a time counts as stale", async () => {
    provider.answer({ body: `{"ethereum": {"eur": 2431.55}}` })
    expect(await find(bookOf("coingecko"), eth)).toBe("rate_stale")
  })

  test.each([
    ["demo", "x-cg-demo-api-key"],
    ["pro", "x-cg-pro-api-key"],
  ])("a key of plan %s is sent in the plan's header", async (plan, header) => {
    provider.answer({ body: COINGECKO })
    await find(bookOf("coingecko", { plan, apiKey: "CG-secret" }), eth)
    expect(provider.requests[0]?.headers).toMatchObject({ [header]: "CG-secret" })
    expect(provider.requests[0]?.url).not.toContain("CG-secret")
  })

  test("no key is sent when none is set", async () => {
    provider.answer({ body: COINGECKO })
    await find(bookOf("coingecko"), eth)
    expect(Object.keys(provider.requests[0]?.headers ?? {}).join(" ")).not.toContain("x-cg")
  })
})

describe("Coinbase", () => {
  test("one call per asset returns its rate in every currency", async () => {
    provider.answer({ body: COINBASE })
    const book = bookOf("coinbase")
    expect(await find(book, eth)).toEqual({ source: "coinbase", price: "2431.55", asOfMs: nowMs })
    expect(await find(book, eth, "JPY")).toMatchObject({ price: "401123.5" })
    expect(provider.requests.map(({ url }) => url)).toEqual(["/v2/exchange-rates?currency=ETH"])
  })

  test("an answer for another asset or without the currency has no price", async () => {
    provider.answer({ body: COINBASE })
    expect(await find(bookOf("coinbase"), usdc)).toBe("no_rate")
    expect(await find(bookOf("coinbase"), eth, "xxx")).toBe("no_rate")
  })
})

describe("Kraken", () => {
  test("the price is the highest bid", async () => {
    provider.answer({ body: KRAKEN })
    expect(await find(bookOf("kraken"), eth)).toEqual({
      ...{ source: "kraken", price: "2431.50000", asOfMs: nowMs },
    })
    expect(provider.requests.map(({ url }) => url)).toEqual(["/0/public/Ticker?pair=ETHEUR"])
  })

  test("a missing market is not a failure", async () => {
    provider.answer({ body: KRAKEN_UNKNOWN_PAIR })
    expect(await find(bookOf("kraken"), xlm, "jpy")).toBe("no_rate")
    expect(reported).toHaveBeenCalledWith("kraken", null)
  })

  test("an answer for another market has no price", async () => {
    provider.answer({ body: KRAKEN })
    expect(await find(bookOf("kraken"), usdc)).toBe("no_rate")
  })

  test("a market with a wide spread has no price", async () => {
    provider.answer({ body: KRAKEN.replace("2431.60000", "2481.00000") })
    expect(await find(bookOf("kraken"), eth)).toBe("no_rate")
  })

  test("an error in a 200 response is a failure", async () => {
    provider.answer({ body: KRAKEN_RATE_LIMIT })
    expect(await find(bookOf("kraken"), eth)).toBe("rate_failed")
    expect(reported).toHaveBeenCalledWith(
      "kraken",
      expect.objectContaining({ message: "EGeneral:Too many requests" })
    )
  })
})

const KINDS = ["coingecko", "coinbase", "kraken"] as const
const silence: Reply = () => undefined
const breakOff: Reply = (request) => request.socket.destroy()

describe.each(KINDS)("%s", (kind) => {
  test.each<[string, Reply, RegExp]>([
    ["is unavailable", { status: 503, body: "<html>busy</html>" }, /^HTTP 503$/],
    ["refuses the key", { status: 401, body: "{}" }, /^HTTP 401$/],
    ["limits the calls", { status: 429, body: "{}" }, /^HTTP 429$/],
    ["answers HTML", { body: "<html></html>" }, /^the answer is not JSON$/],
    ["answers nothing", { body: "" }, /^the answer is not JSON$/],
    ["answers in another form", { body: "[1, 2]" }, /^the answer does not have the documented form$/],
    ["answers too much", { body: `{"a": "${"x".repeat(1_100_000)}"}` }, /^the answer is too large$/],
    ["does not answer in time", silence, /^no answer within 300 ms$/],
    ["breaks the connection", breakOff, /^(UND_ERR_SOCKET|ECONNRESET)$/],
    ["redirects", { status: 302, body: "", headers: { location: "https://evil.test/" } }, /^HTTP 302$/],
  ])("that %s fails, and says so without an address", async (_, reply, reason) => {
    provider.answer(reply)
    const book = bookOf(kind, reply === silence ? { timeoutMs: 300 } : {})
    expect(await find(book, eth)).toBe("rate_failed")
    expect(reported).toHaveBeenCalledWith(
      kind,
      expect.objectContaining({ message: expect.stringMatching(reason) })
    )
  })

  test("an unknown asset costs no call", async () => {
    expect(await find(bookOf(kind), { ...usdc, networkId: "moon-mainnet" })).toBe("no_rate")
    expect(await find(bookOf(kind), { ...usdc, token: "SCAM" })).toBe("no_rate")
    expect(provider.requests).toEqual([])
  })

  test("the option assets adds assets by rail id and by canonicalAssetId", async () => {
    const assets = { "evm:moon-mainnet:MOON": "own-id", "stellar:MOON:G": "other-id" }
    const book = bookOf(kind, { assets })
    await find(book, { ...eth, networkId: "moon-mainnet", token: "MOON" })
    await book.find({
      ...{ currencyCode: "eur", isSymbolShared: true },
      token: { ...xlm, token: "MOON", canonicalAssetId: "stellar:MOON:G" },
    })
    const asked = decodeURIComponent(provider.requests.map(({ url }) => url).join(" "))
    expect(asked).toContain("own-id")
    expect(asked).toContain("other-id")
  })
})
