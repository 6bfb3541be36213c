import { z } from "zod"
import { isPrice } from "../../../domain/payment/attempt"
import { isWithinBps, parseAmount } from "../../../gateway/amount"
import { readPlainJson } from "../../../gateway/contract/wire"
import { findAssetId, ownValue } from "./known-assets"
import { type HttpSourceOption, type RateProvider, RateSourceError } from "./rate-source"

/** Also matches strings, to leave digits inside them alone. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON with every number as decimal text, exactly as sent, so a price never becomes a float.
 *
 * @throws SyntaxError when it is not JSON
 * @example parseExactJson('{"usd": 67187.3358936566}') // { usd: "67187.3358936566" }
 */
export function parseExactJson(json: string): unknown {
  JSON.parse(json)
  return readPlainJson(
    json.replace(TEXT_OR_NUMBER, (part) => (part.startsWith('"') ? part : `"${withoutExponent(part)}"`))
  )
}

/** A number beyond this is not a price; it stays as sent and is refused. */
const LARGEST_EXPONENT = 30

/**
 * Rewrites a JSON number without its exponent.
 *
 * @example withoutExponent("1.25e-5") // "0.0000125"
 */
function withoutExponent(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const shift = Number(exponent ?? "0")
  if (exponent === undefined || Math.abs(shift) > LARGEST_EXPONENT) return number
  const digits = whole + fraction
  const point = whole.length + shift
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0")
  const at = Math.max(point, 1)
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, "")
  const rest = padded.slice(at)
  return `${sign}${integer}${rest ? `.${rest}` : ""}`
}

export type Fetch = typeof fetch

/** The largest answer, a list of all currencies, is about ten kilobytes. */
const MAX_BYTES = 1024 * 1024

/**
 * The only place that calls rate sources. Redirects are not followed: they would send the key to another host.
 *
 * @returns the JSON of a 200, with numbers as text
 * @throws RateSourceError without the address, the key or the body
 */
export async function fetchRates(
  request: { url: string; headers: Record<string, string>; timeoutMs: number },
  send: Fetch = fetch
): Promise<unknown> {
  const signal = AbortSignal.timeout(request.timeoutMs)
  try {
    const response = await send(request.url, {
      headers: { accept: "application/json", ...request.headers },
      redirect: "manual",
      signal,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new RateSourceError(`HTTP ${response.status}`)
    }
    return parse(await readText(response))
  } catch (error) {
    if (error instanceof RateSourceError) throw error
    if (signal.aborted) throw new RateSourceError(`no answer within ${request.timeoutMs} ms`)
    throw new RateSourceError(systemCode(error))
  }
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    throw new RateSourceError("the answer is not JSON")
  }
}

async function readText(response: Response): Promise<string> {
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

/** A system error's message may contain an address, so only its code is kept. */
function systemCode(error: unknown): string {
  const code = propertyOf(propertyOf(error, "cause"), "code")
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : "the connection failed"
}

function propertyOf(value: unknown, name: "cause" | "code"): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
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
/** Memory bound. */
const MOST_ENTRIES = 500

/**
 * Caches the last answer of each call in this process.
 *
 * Concurrent callers share one call. When a call fails, the last answer is used until it exceeds the maximum age; its age is
 * counted from the original request.
 */
export class AnswerCache<T> {
  private readonly entries = new Map<string, Entry<T>>()

  /** @param clock epoch milliseconds */
  constructor(private readonly clock: () => number) {}

  /**
   * @param times.cacheMs how long an answer is used without a call
   * @param times.maxAgeMs how long an answer is used when calls fail
   * @throws what `load` throws; repeated without another call for {@link FAILURE_PAUSE_MS}
   */
  async get(
    key: string,
    times: { cacheMs: number; maxAgeMs: number },
    load: () => Promise<T>
  ): Promise<Cached<T>> {
    const entry = this.entryOf(key)
    const ageMs = entry.known ? this.clock() - entry.known.requestedAtMs : Infinity
    if (entry.known && ageMs >= 0 && ageMs < times.cacheMs) return entry.known
    try {
      return await this.refresh(entry, load)
    } catch (error) {
      if (entry.known && ageMs >= 0 && ageMs <= times.maxAgeMs) return entry.known
      throw error
    }
  }

  private refresh(entry: Entry<T>, load: () => Promise<T>): Promise<Cached<T>> {
    if (entry.pending) return entry.pending
    const { failure } = entry
    if (failure && Math.abs(this.clock() - failure.atMs) < FAILURE_PAUSE_MS)
      return Promise.reject(failure.error)
    const requestedAtMs = this.clock()
    entry.pending = load()
      .then((value) => {
        entry.failure = undefined
        return (entry.known = { value, requestedAtMs })
      })
      .catch((error: unknown) => {
        entry.failure = { error, atMs: this.clock() }
        throw error
      })
      .finally(() => (entry.pending = undefined))
    return entry.pending
  }

  private entryOf(key: string): Entry<T> {
    const entry: Entry<T> = this.entries.get(key) ?? {}
    if (!this.entries.has(key)) {
      const [oldest] = this.entries.keys()
      if (this.entries.size >= MOST_ENTRIES && oldest !== undefined) this.entries.delete(oldest)
      this.entries.set(key, entry)
    }
    return entry
  }
}

/** Coinbase's currency code of each asset, as of 2026-11-24. It has no rates for third-party bridged tokens. */
const COINBASE_IDS = { eth: "ETH", sol: "SOL", xlm: "XLM", usdc: "USDC", usdt: "USDT" }

const COINBASE_URL = "https://api.coinbase.com"

const coinbaseAnswer = z.object({
  data: z.object({ currency: z.string(), rates: z.record(z.string(), z.string()) }),
})

/**
 * Coinbase, "Get Exchange Rates": one call per asset returns its rate in every currency. The answer has no timestamp, so a
 * price is as old as the answer. Not verified live.
 *
 * @see https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates
 */
export function coinbase(
  source: Extract<HttpSourceOption, { kind: "coinbase" }>,
  environment: "live" | "sandbox"
): RateProvider {
  return {
    idOf: (question) => findAssetId(question, source.assets, COINBASE_IDS, environment),
    requestOf: (id) => ({
      url: `${source.baseUrl ?? COINBASE_URL}/v2/exchange-rates?${new URLSearchParams({ currency: id })}`,
      headers: {},
    }),
    read(body) {
      const { data } = coinbaseAnswer.parse(body)
      return (id, currencyCode, requestedAtMs) => {
        const price = ownValue(data.rates, currencyCode.toUpperCase())
        // An answer for another currency would price something else.
        return price === undefined || data.currency !== id ? null : { price, asOfMs: requestedAtMs }
      }
    },
  }
}

/** CoinGecko's "API ID" of each asset, as of 2026-11-24. */
const COINGECKO_IDS = {
  eth: "ethereum",
  bnb: "binancecoin",
  sol: "solana",
  xlm: "stellar",
  usdc: "usd-coin",
  usdt: "tether",
  usdc_bnb: "binance-bridged-usdc-bnb-smart-chain",
  usdt_bnb: "binance-bridged-usdt-bnb-smart-chain",
}

/** A demo key or none uses the public host; a paid key has its own host and header. */
const PLANS = {
  demo: { baseUrl: "https://api.coingecko.com/api/v3", header: "x-cg-demo-api-key" },
  pro: { baseUrl: "https://pro-api.coingecko.com/api/v3", header: "x-cg-pro-api-key" },
}

/** Numbers are text, see {@link parseExactJson}. A coin that is not traded is null. */
const coingeckoAnswer = z.record(z.string(), z.record(z.string(), z.string().nullable()))

/**
 * CoinGecko, "Coin Price by IDs": one call prices all assets in a currency, averaged over exchanges, each with its
 * timestamp. Not verified live.
 *
 * @see https://docs.coingecko.com/v3.0.1/reference/simple-price
 */
export function coingecko(
  source: Extract<HttpSourceOption, { kind: "coingecko" }>,
  environment: "live" | "sandbox"
): RateProvider {
  const plan = PLANS[source.plan]
  const ids = [...new Set([...Object.values(COINGECKO_IDS), ...Object.values(source.assets)])].sort()
  return {
    idOf: (question) => findAssetId(question, source.assets, COINGECKO_IDS, environment),
    requestOf(_id, currencyCode) {
      const query = new URLSearchParams({
        ids: ids.join(","),
        vs_currencies: currencyCode,
        include_last_updated_at: "true",
        precision: "full",
      })
      return {
        url: `${source.baseUrl ?? plan.baseUrl}/simple/price?${query}`,
        headers: source.apiKey === undefined ? {} : { [plan.header]: source.apiKey },
      }
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
}

/** Kraken's name of each asset, as of 2026-11-24. It has no markets for third-party bridged tokens. */
const KRAKEN_IDS = { eth: "ETH", sol: "SOL", xlm: "XLM", usdc: "USDC", usdt: "USDT" }

/** Kraken's quote currencies. A market may still be missing. */
export const KRAKEN_CURRENCIES: readonly string[] = ["usd", "eur", "gbp", "jpy", "cad", "aud", "chf"]

const KRAKEN_URL = "https://api.kraken.com"
const UNKNOWN_PAIR = "EQuery:Unknown asset pair"
/** A market with a wider spread has no meaningful price. */
const WIDEST_SPREAD_BPS = 200

const sideSchema = z.tuple([z.string()], z.unknown())
const krakenAnswer = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ a: sideSchema, b: sideSchema })).optional(),
})

/**
 * Kraken, "Get Ticker Information": one call per market. The price is the highest bid, what the token sells for now. The last
 * trade of a quiet market may be hours old and has no timestamp. Not verified live.
 *
 * @see https://docs.kraken.com/api/docs/rest-api/get-ticker-information
 */
export function kraken(
  source: Extract<HttpSourceOption, { kind: "kraken" }>,
  environment: "live" | "sandbox"
): RateProvider {
  return {
    idOf: (question) => findAssetId(question, source.assets, KRAKEN_IDS, environment),
    requestOf(id, currencyCode) {
      const query = new URLSearchParams({ pair: id + currencyCode.toUpperCase() })
      return { url: `${source.baseUrl ?? KRAKEN_URL}/0/public/Ticker?${query}`, headers: {} }
    },
    read(body) {
      const { error, result = {} } = krakenAnswer.parse(body)
      const problem = error.find((code) => code !== UNKNOWN_PAIR)
      // Kraken answers 200 with an error such as "EGeneral:Too many requests".
      if (problem !== undefined) throw new RateSourceError(/^\w+:[\w ]{1,60}/.exec(problem)?.[0] ?? "error")
      return (id, currencyCode, requestedAtMs) => {
        const names = namesOfMarket(id, currencyCode.toUpperCase())
        const ticker = names.map((name) => ownValue(result, name)).find((found) => found !== undefined)
        if (!ticker) return null
        const [[ask], [bid]] = [ticker.a, ticker.b]
        return isMarket(bid, ask) ? { price: bid, asOfMs: requestedAtMs } : null
      }
    },
  }
}

/** A request for `ETHEUR` is answered as `XETHZEUR`: older assets begin with X, older currencies with Z. */
function namesOfMarket(id: string, currency: string): string[] {
  return [`${id}${currency}`, `X${id}Z${currency}`, `${id}Z${currency}`, `X${id}${currency}`]
}

function isMarket(bid: string, ask: string): boolean {
  if (!isPrice(bid) || !isPrice(ask)) return false
  return isWithinBps(parseAmount(ask, 30), parseAmount(bid, 30), WIDEST_SPREAD_BPS)
}
