import { z } from "zod"
import { findAssetId, ownValue } from "./asset-ids"
import type { HttpSourceOption, RateProvider } from "./rate-source"

/** CoinGecko's "API ID" of each asset, as of 2026-11-24. */
const IDS = {
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
const answerSchema = z.record(z.string(), z.record(z.string(), z.string().nullable()))

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
  const ids = [...new Set([...Object.values(IDS), ...Object.values(source.assets)])].sort()
  return {
    idOf: (question) => findAssetId(question, source.assets, IDS, environment),
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
      const answer = answerSchema.parse(body)
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
