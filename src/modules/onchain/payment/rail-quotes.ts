import type { Rate } from "../../../domain/payment/quote"
import { fiatToToken } from "../../../domain/payment/quote"
import type { RailOption } from "../../../domain/payment/rail-option"
import { listRailOptions } from "../../../domain/payment/rail-option"
import type { Catalog, CatalogSnapshot } from "../../../gateway/client/catalog"
import type { Token } from "../../../gateway/contract"
import { isDecimalString } from "../../../gateway/contract"
import type { OnchainOptions } from "../options/options"

/** `amount` is a decimal in token units. */
export type RailQuote = RailOption & { amount: string; decimals: number; rate: Rate }

/** In words for the merchant. */
export type UnavailableRail = { id: string; reason: "no_rate" | "no_decimals" | "rate_failed" }

/**
 * Prices an amount on every rail the merchant allows. A failing rate source costs only its own rails.
 *
 * @param request.fiatAmount decimal text in major units
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

/**
 * Finds the price of a token in a currency: the fixed table first, then the merchant's source.
 *
 * @returns null for a missing, stale or malformed price: the rail is hidden, a price is never guessed
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

/** After this a page is shown without the names of its networks. */
const PATIENCE_MS = 1_000

export type NetworkNaming = (chain: string, networkId: string) => string

/** Names of networks, from a catalog that must not delay a page. */
export class NetworkNames {
  private known: CatalogSnapshot | undefined

  constructor(
    private readonly catalog: Pick<Catalog, "get">,
    private readonly patienceMs = PATIENCE_MS
  ) {}

  /** @returns a function that names an unknown network by its identifier */
  async load(): Promise<NetworkNaming> {
    let timer: NodeJS.Timeout | undefined
    const isOutOfTime = new Promise<void>((go) => (timer = setTimeout(go, this.patienceMs)))
    await Promise.race([this.ask(), isOutOfTime])
    clearTimeout(timer)
    const networks = this.known?.networks ?? []
    return (chain, networkId) =>
      networks.find((network) => network.chain === chain && network.networkId === networkId)?.name ??
      networkId
  }

  private async ask(): Promise<void> {
    try {
      this.known = await this.catalog.get()
    } catch {
      // Names are not worth an error: the log has it, and the last known ones are used.
    }
  }
}
