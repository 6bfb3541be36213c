import { fiatToToken, type Rate } from "../../domain/quote"
import { listRailOptions, type RailOption } from "../../domain/rail-option"
import type { Catalog } from "../../gateway/client/catalog"
import type { OnchainOptions } from "./options"
import { findRate } from "./rates"

/** A rail with what it costs to pay a given amount on it. `amount` is a decimal in token units. */
export type RailQuote = RailOption & { amount: string; decimals: number; rate: Rate }

/** A rail that cannot be offered, and why, in words for the merchant. */
export type UnavailableRail = { id: string; reason: "no_rate" | "no_decimals" | "rate_failed" }

/**
 * Prices an amount of money on every rail the merchant allows.
 *
 * @param request.fiatAmount decimal text in major units
 * A rate source that fails costs only the rails it was asked for.
 *
 * @throws GatewayError when the catalog cannot be read
 */
export async function quoteRails(
  request: { fiatAmount: string; currencyCode: string },
  context: {
    catalog: Catalog
    options: OnchainOptions
    clock: () => number
    onRateError: (railId: string, error: unknown) => void
  }
): Promise<{ quotes: RailQuote[]; unavailable: UnavailableRail[] }> {
  const { options, clock } = context
  const { networks, tokens } = await context.catalog.get()
  const quotes: RailQuote[] = []
  const unavailable: UnavailableRail[] = []
  for (const rail of listRailOptions({
    networks,
    tokens,
    rules: options.rails,
    environment: options.environment,
  })) {
    const { decimals } = rail.token
    if (decimals === undefined) {
      unavailable.push({ id: rail.id, reason: "no_decimals" })
      continue
    }
    const rate = await findRate(rail.token, request.currencyCode, options.rates, clock).catch(
      (error: unknown) => {
        context.onRateError(rail.id, error)
        return "failed" as const
      }
    )
    if (rate === "failed") {
      unavailable.push({ id: rail.id, reason: "rate_failed" })
      continue
    }
    if (!rate) {
      unavailable.push({ id: rail.id, reason: "no_rate" })
      continue
    }
    const { spreadBps } = options.rates
    const amount = fiatToToken({ fiatAmount: request.fiatAmount, price: rate.price, decimals, spreadBps })
    quotes.push({ ...rail, amount, decimals, rate })
  }
  return { quotes, unavailable }
}
