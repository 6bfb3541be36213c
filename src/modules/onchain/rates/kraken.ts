import { z } from "zod"
import { isPrice } from "../../../domain/payment/choose-rate"
import { isWithinBps, parseAmount } from "../../../gateway/amount"
import { findAssetId, ownValue } from "./asset-ids"
import { RateSourceError, type HttpSourceOption, type RateProvider } from "./rate-source"

/** Kraken's name of each asset, as of 2026-11-24. It has no markets for third-party bridged tokens. */
const IDS = { eth: "ETH", sol: "SOL", xlm: "XLM", usdc: "USDC", usdt: "USDT" }

/** Kraken's quote currencies. A market may still be missing. */
export const KRAKEN_CURRENCIES: readonly string[] = ["usd", "eur", "gbp", "jpy", "cad", "aud", "chf"]

const BASE_URL = "https://api.kraken.com"
const UNKNOWN_PAIR = "EQuery:Unknown asset pair"
/** A market with a wider spread has no meaningful price. */
const WIDEST_SPREAD_BPS = 200

const sideSchema = z.tuple([z.string()], z.unknown())
const answerSchema = z.object({
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
    idOf: (question) => findAssetId(question, source.assets, IDS, environment),
    requestOf(id, currencyCode) {
      const query = new URLSearchParams({ pair: id + currencyCode.toUpperCase() })
      return { url: `${source.baseUrl ?? BASE_URL}/0/public/Ticker?${query}`, headers: {} }
    },
    read(body) {
      const { error, result = {} } = answerSchema.parse(body)
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
