import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { isPrice } from "../../../domain/payment/attempt"
import { isWithinBps, parseAmount } from "../../../gateway/amount"
import { readPlainJson } from "../../../gateway/contract/wire"
import { type KnownAsset, ownValue } from "./known-assets"

/** The source did not answer, or not in its documented form. The message is safe to log. */
export class RateSourceError extends Error {
  override readonly name = "RateSourceError"
}

/** Also matches strings, to leave digits inside them alone. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Every number as decimal text, exactly as sent, so that a price never becomes a float. */
export function parseExactJson(json: string): unknown {
  JSON.parse(json)
  return readPlainJson(
    json.replace(TEXT_OR_NUMBER, (part) => (part.startsWith('"') ? part : `"${withoutExponent(part)}"`))
  )
}

/** A number beyond this is not a price; it stays as sent and is refused. */
const LARGEST_EXPONENT = 30

/** @example withoutExponent("1.25e-5") // "0.0000125" */
function withoutExponent(number: string): string {
  const [, exponent] = number.split(/e/i)
  const isKept = exponent === undefined || Math.abs(Number(exponent)) > LARGEST_EXPONENT
  return isKept ? number : MathBN.convert(number).toFixed()
}

/** The largest answer, a list of all currencies, is about ten kilobytes. */
const MAX_BYTES = 1024 * 1024

/** A system error's message may contain an address, so only its code is kept. */
const systemError = z.object({ cause: z.object({ code: z.string().regex(/^[A-Z0-9_]{1,40}$/) }) })

/** Redirects are not followed: they would send the key to another host. Errors name no address, key or body. */
export async function fetchRates(
  url: string,
  headers: Record<string, string>,
  timeoutMs: number
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json", ...headers },
      redirect: "manual",
      signal,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new RateSourceError(`HTTP ${response.status}`)
    }
    return parseExactJson(await readText(response))
  } catch (error) {
    if (error instanceof RateSourceError) throw error
    if (error instanceof SyntaxError) throw new RateSourceError("the answer is not JSON")
    if (signal.aborted) throw new RateSourceError(`no answer within ${timeoutMs} ms`)
    throw new RateSourceError(systemError.safeParse(error).data?.cause.code ?? "the connection failed")
  }
}

/** @throws RateSourceError for an answer that is too large */
export async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  let length = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length
    if (length > MAX_BYTES) {
      await reader?.cancel()
      throw new RateSourceError("the answer is too large")
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/** `requestedAtMs`: epoch milliseconds of the request, so a value never counts as newer than it is. */
type Cached<T> = { value: T; requestedAtMs: number }

type Entry<T> = {
  known?: Cached<T>
  failure?: { error: unknown; atMs: number }
  pending?: Promise<Cached<T>>
}

/** Pause after a failure, so that a dead source delays one checkout, not every one. */
const FAILURE_PAUSE_MS = 15_000
const MOST_ENTRIES = 500

/** Concurrent callers share one call. When it fails, the last answer is used until it exceeds the maximum age. */
export class AnswerCache<T> {
  private readonly entries = new Map<string, Entry<T>>()

  constructor(private readonly clock: () => number) {}

  async get(
    key: string,
    times: { cacheMs: number; maxAgeMs: number },
    load: () => Promise<T>
  ): Promise<Cached<T>> {
    const entry = this.entries.get(key) ?? {}
    this.keep(key, entry)
    const ageMs = entry.known ? this.clock() - entry.known.requestedAtMs : Infinity
    if (entry.known && ageMs >= 0 && ageMs < times.cacheMs) return entry.known
    try {
      entry.pending ??= this.call(entry, load).finally(() => (entry.pending = undefined))
      return await entry.pending
    } catch (error) {
      if (entry.known && ageMs >= 0 && ageMs <= times.maxAgeMs) return entry.known
      throw error
    }
  }

  private async call(entry: Entry<T>, load: () => Promise<T>): Promise<Cached<T>> {
    const requestedAtMs = this.clock()
    const { failure } = entry
    if (failure && Math.abs(requestedAtMs - failure.atMs) < FAILURE_PAUSE_MS) throw failure.error
    try {
      entry.known = { value: await load(), requestedAtMs }
      entry.failure = undefined
      return entry.known
    } catch (error) {
      entry.failure = { error, atMs: this.clock() }
      throw error
    }
  }

  private keep(key: string, entry: Entry<T>): void {
    if (this.entries.has(key)) return
    const [oldest] = this.entries.keys()
    if (this.entries.size >= MOST_ENTRIES && oldest !== undefined) this.entries.delete(oldest)
    this.entries.set(key, entry)
  }
}

/** `price`: units of the currency for one token, not yet checked. */
export type RawPrice = { price: string; asOfMs: number }

/** `requestedAtMs`: the time of prices that have none. */
export type PriceLookup = (id: string, currencyCode: string, requestedAtMs: number) => RawPrice | null

type HttpSource = {
  baseUrl?: string | undefined
  assets: Readonly<Record<string, string>>
  apiKey?: string | undefined
  plan?: "demo" | "pro"
}

type Provider = {
  /** Its id of each known asset, as of 2026-11-24. */
  ids: Partial<Record<KnownAsset, string>>
  /** The call that returns the price of `id`. Equal URLs share one call. */
  requestOf(
    source: HttpSource,
    id: string,
    currencyCode: string
  ): { url: string; headers: Record<string, string> }
  read(body: unknown): PriceLookup
}

const coinbaseAnswer = z.object({
  data: z.object({ currency: z.string(), rates: z.record(z.string(), z.string()) }),
})

/**
 * "Get Exchange Rates": one call per asset, answered without a timestamp. Not verified live.
 * @see https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates
 */
const coinbase: Provider = {
  ids: { eth: "ETH", sol: "SOL", xlm: "XLM", usdc: "USDC", usdt: "USDT" },
  requestOf({ baseUrl = "https://api.coinbase.com" }, id) {
    return { url: `${baseUrl}/v2/exchange-rates?${new URLSearchParams({ currency: id })}`, headers: {} }
  },
  read(body) {
    const { data } = coinbaseAnswer.parse(body)
    return (id, currencyCode, requestedAtMs) => {
      const price = ownValue(data.rates, currencyCode.toUpperCase())
      // An answer for another currency would price something else.
      return price === undefined || data.currency !== id ? null : { price, asOfMs: requestedAtMs }
    }
  },
}

/** A demo key or none uses the public host; a paid key has its own host and header. */
const PLANS = {
  demo: { host: "https://api.coingecko.com/api/v3", header: "x-cg-demo-api-key" },
  pro: { host: "https://pro-api.coingecko.com/api/v3", header: "x-cg-pro-api-key" },
}

/** Numbers are text, see {@link parseExactJson}. A coin that is not traded is null. */
const coingeckoAnswer = z.record(z.string(), z.record(z.string(), z.string().nullable()))

/**
 * "Coin Price by IDs": one call prices all assets in a currency. Not verified live.
 * @see https://docs.coingecko.com/v3.0.1/reference/simple-price
 */
const coingecko: Provider = {
  ids: {
    eth: "ethereum",
    bnb: "binancecoin",
    sol: "solana",
    xlm: "stellar",
    usdc: "usd-coin",
    usdt: "tether",
    usdc_bnb: "binance-bridged-usdc-bnb-smart-chain",
    usdt_bnb: "binance-bridged-usdt-bnb-smart-chain",
  },
  requestOf({ plan = "demo", baseUrl = PLANS[plan].host, assets, apiKey }, _id, currencyCode) {
    const ids = new Set([...Object.values(coingecko.ids), ...Object.values(assets)])
    const query = new URLSearchParams({
      ids: [...ids].sort().join(","),
      vs_currencies: currencyCode,
      include_last_updated_at: "true",
      precision: "full",
    })
    const headers = apiKey === undefined ? {} : { [PLANS[plan].header]: apiKey }
    return { url: `${baseUrl}/simple/price?${query}`, headers }
  },
  read(body) {
    const answer = coingeckoAnswer.parse(body)
    return (id, currencyCode) => {
      const coin = ownValue(answer, id) ?? {}
      const price = ownValue(coin, currencyCode)
      if (price === undefined || price === null) return null
      // A price without a timestamp may be of any age, so it counts as from 1970.
      return { price, asOfMs: Number(coin.last_updated_at ?? 0) * 1_000 }
    }
  },
}

/** Kraken's quote currencies. A market may still be missing. */
export const KRAKEN_CURRENCIES: readonly string[] = ["usd", "eur", "gbp", "jpy", "cad", "aud", "chf"]

const UNKNOWN_PAIR = "EQuery:Unknown asset pair"
/** A market with a wider spread has no meaningful price. */
const WIDEST_SPREAD_BPS = 200

const sideSchema = z.tuple([z.string()], z.unknown())
const krakenAnswer = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ a: sideSchema, b: sideSchema })).optional(),
})

/**
 * The price is the highest bid: the last trade of a quiet market may be hours old and has no timestamp. Not verified live.
 * @see https://docs.kraken.com/api/docs/rest-api/get-ticker-information
 */
const kraken: Provider = {
  ids: { eth: "ETH", sol: "SOL", xlm: "XLM", usdc: "USDC", usdt: "USDT" },
  requestOf({ baseUrl = "https://api.kraken.com" }, id, currencyCode) {
    const query = new URLSearchParams({ pair: id + currencyCode.toUpperCase() })
    return { url: `${baseUrl}/0/public/Ticker?${query}`, headers: {} }
  },
  read(body) {
    const { error, result = {} } = krakenAnswer.parse(body)
    const problem = error.find((code) => code !== UNKNOWN_PAIR)
    // Kraken answers 200 with an error such as "EGeneral:Too many requests".
    if (problem !== undefined) throw new RateSourceError(/^\w+:[\w ]{1,60}/.exec(problem)?.[0] ?? "error")
    return (id, currencyCode, requestedAtMs) => {
      const currency = currencyCode.toUpperCase()
      // A request for `ETHEUR` is answered as `XETHZEUR`: older assets begin with X, older currencies with Z.
      const names = [`${id}${currency}`, `X${id}Z${currency}`, `${id}Z${currency}`, `X${id}${currency}`]
      const ticker = names.map((name) => ownValue(result, name)).find((found) => found !== undefined)
      if (!ticker) return null
      const [[ask], [bid]] = [ticker.a, ticker.b]
      return isMarket(bid, ask) ? { price: bid, asOfMs: requestedAtMs } : null
    }
  },
}

function isMarket(bid: string, ask: string): boolean {
  if (!isPrice(bid) || !isPrice(ask)) return false
  return isWithinBps(parseAmount(ask, 30), parseAmount(bid, 30), WIDEST_SPREAD_BPS)
}

export const PROVIDERS = { coinbase, coingecko, kraken }
