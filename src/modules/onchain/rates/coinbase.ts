import { z } from "zod"
import { findAssetId, ownValue } from "./asset-ids"
import type { HttpSourceOption, RateProvider } from "./rate-source"

/** Coinbase's currency code of each asset, as of 2026-11-24. It has no rates for third-party bridged tokens. */
const IDS = { eth: "ETH", sol: "SOL", xlm: "XLM", usdc: "USDC", usdt: "USDT" }

const BASE_URL = "https://api.coinbase.com"

const answerSchema = z.object({
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
    idOf: (question) => findAssetId(question, source.assets, IDS, environment),
    requestOf: (id) => ({
      url: `${source.baseUrl ?? BASE_URL}/v2/exchange-rates?${new URLSearchParams({ currency: id })}`,
      headers: {},
    }),
    read(body) {
      const { data } = answerSchema.parse(body)
      return (id, currencyCode, requestedAtMs) => {
        const price = ownValue(data.rates, currencyCode.toUpperCase())
        // An answer for another currency would price something else.
        return price === undefined || data.currency !== id ? null : { price, asOfMs: requestedAtMs }
      }
    },
  }
}
