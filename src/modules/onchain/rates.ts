import type { Rate } from "../../domain/quote"
import { isDecimalString, type Token } from "../../gateway/contract"
import type { OnchainOptions } from "./options"

/**
 * Finds the price of a token in a currency: the fixed table first, then the merchant's source.
 *
 * @returns null when there is none, or only a stale or malformed one: the rail is hidden, a price is never guessed
 */
export async function findRate(
  token: Token,
  currencyCode: string,
  rates: OnchainOptions["rates"],
  clock: () => number
): Promise<Rate | null> {
  const currency = currencyCode.toLowerCase()
  const table = new Map(Object.entries(rates.fixed[currency] ?? {}))
  const fixed = table.get(token.canonicalAssetId ?? token.token) ?? table.get(token.token)
  if (fixed !== undefined) return { price: fixed, source: "fixed", asOfMs: clock() }
  if (!rates.source) return null
  const found = await rates.source({
    currencyCode: currency,
    chain: token.chain,
    networkId: token.networkId,
    token: token.token,
  })
  if (!found) return null
  const asOfMs = found.asOf.getTime()
  const isUsable = isDecimalString(found.price) && /[1-9]/.test(found.price)
  // A price from the future would never grow stale.
  return isUsable && Math.abs(clock() - asOfMs) <= rates.maxAgeMs
    ? { price: found.price, source: "source", asOfMs }
    : null
}
