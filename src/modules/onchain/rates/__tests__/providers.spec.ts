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

const KINDS = ["coingecko", "coinbase", "kraken"] as const
type Kind = (typeof KINDS)[number]
const bookOf = (kind: Kind, change: object = {}, maxAgeMs = 60_000) => {
  const source = { kind, baseUrl: provider.url, timeoutMs: 10_000, ...change } as Source
  const options = optionsWith({ rates: { sources: [source], maxAgeMs } })
  return new RateBook({ options, clock: () => nowMs, report: reported })
}
const find = (book: RateBook, token: typeof eth, currencyCode = "eur") =>
  book.find({ token, currencyCode, isSymbolShared: false })

const WIDE = KRAKEN.replace("2431.60000", "2481.00000")
const UNTIMED = `{"ethereum": {"eur": 2431.55}}`

test.each<[what: string, kind: Kind, body: string, token: typeof eth, currency: string, found: unknown]>([
  ["a price that is old", "coingecko", COINGECKO, xlm, "eur", "rate_stale"],
  ["a price without a time", "coingecko", UNTIMED, eth, "eur", "rate_stale"],
  ["a coin without a price", "coingecko", COINGECKO, sol, "eur", "no_rate"],
  ["a missing coin", "coingecko", COINGECKO, usdtOnBnb, "eur", "no_rate"],
  ["a missing currency", "coingecko", COINGECKO, eth, "jpy", "no_rate"],
  ["the rate in another currency", "coinbase", COINBASE, eth, "JPY", { price: "401123.5" }],
  ["an answer for another asset", "coinbase", COINBASE, usdc, "eur", "no_rate"],
  ["an answer without the currency", "coinbase", COINBASE, eth, "xxx", "no_rate"],
  ["a missing market", "kraken", KRAKEN_UNKNOWN_PAIR, xlm, "jpy", "no_rate"],
  ["an answer for another market", "kraken", KRAKEN, usdc, "eur", "no_rate"],
  ["a market with a wide spread", "kraken", WIDE, eth, "eur", "no_rate"],
  ["an error in a 200 response", "kraken", KRAKEN_RATE_LIMIT, eth, "eur", "rate_failed"],
])("%s of %s", async (_, kind, body, token, currency, expected) => {
  provider.answer({ body })
  const found = await find(bookOf(kind), token, currency)
  expect(found).toEqual(typeof expected === "string" ? expected : expect.objectContaining(expected))
  const failure = expect.objectContaining({ message: "EGeneral:Too many requests" })
  expect(reported).toHaveBeenCalledWith(kind, expected === "rate_failed" ? failure : null)
})

test("one call of CoinGecko prices all assets exactly, each with its own time", async () => {
  provider.answer({ body: COINGECKO })
  const book = bookOf("coingecko", {}, 2_000_000)
  expect(await find(book, eth)).toEqual({
    ...{ source: "coingecko", price: "2431.5512345678901234", asOfMs: 1_699_999_990_000 },
  })
  expect(await find(book, usdc)).toMatchObject({ price: "0.918273", asOfMs: 1_699_999_985_000 })
  expect(await find(book, xlm)).toMatchObject({ price: "0.125" })
  expect(provider.requests).toHaveLength(1)
  const asked = new URL(provider.requests[0]?.url ?? "", provider.url)
  expect(asked.pathname).toBe("/simple/price")
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    ...{ vs_currencies: "eur", include_last_updated_at: "true", precision: "full" },
    ids: expect.stringContaining("ethereum,solana,stellar,tether,usd-coin"),
  })
  expect(Object.keys(provider.requests[0]?.headers ?? {}).join(" ")).not.toContain("x-cg")
})

test.each([
  ["demo", "x-cg-demo-api-key"],
  ["pro", "x-cg-pro-api-key"],
])("a key of CoinGecko's plan %s is sent in the plan's header", async (plan, header) => {
  provider.answer({ body: COINGECKO })
  await find(bookOf("coingecko", { plan, apiKey: "CG-secret" }), eth)
  expect(provider.requests[0]?.headers).toMatchObject({ [header]: "CG-secret" })
  expect(provider.requests[0]?.url).not.toContain("CG-secret")
})

test.each([
  ["coinbase", COINBASE, "2431.55", "/v2/exchange-rates?currency=ETH"],
  ["kraken", KRAKEN, "2431.50000", "/0/public/Ticker?pair=ETHEUR"],
] as const)("one call of %s prices an asset, at Kraken's highest bid", async (kind, body, price, url) => {
  provider.answer({ body })
  expect(await find(bookOf(kind), eth)).toEqual({ source: kind, price, asOfMs: nowMs })
  expect(provider.requests.map((one) => one.url)).toEqual([url])
})

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
