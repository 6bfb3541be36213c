import type { RateProblem } from "../../../domain/payment/choose-rate"
import type { Rate } from "../../../domain/payment/quote"
import { fiatToToken } from "../../../domain/payment/quote"
import type { RailOption } from "../../../domain/payment/rail-option"
import { listRailOptions } from "../../../domain/payment/rail-option"
import type { Catalog, CatalogSnapshot } from "../../../gateway/client/catalog"
import type { OnchainOptions } from "../options/options"
import type { RateBook } from "../rates/rate-book"

/** `amount` is a decimal in token units. */
export type RailQuote = RailOption & { amount: string; decimals: number; rate: Rate }

/** A rail that cannot be priced now, with the reason. */
export type UnavailableRail = { rail: RailOption; reason: RateProblem | "no_decimals" }

/**
 * Prices an amount on every rail the merchant allows. A failing rate source costs only its own rails.
 *
 * @param request.fiatAmount decimal text in major units
 * @throws GatewayError when the catalog cannot be read
 */
export async function quoteRails(
  request: { fiatAmount: string; currencyCode: string },
  context: { catalog: Catalog; options: OnchainOptions; rates: Pick<RateBook, "find"> }
): Promise<{ quotes: RailQuote[]; unavailable: UnavailableRail[] }> {
  const { rails: rules, environment } = context.options
  const { networks, tokens } = await context.catalog.get()
  const rails = listRailOptions({ networks, tokens, rules, environment })
  const quoted = await Promise.all(rails.map((rail) => quoteRail(rail, request, context)))
  return {
    quotes: quoted.flatMap((quote) => ("reason" in quote ? [] : [quote])),
    unavailable: quoted.flatMap((quote) => ("reason" in quote ? [quote] : [])),
  }
}

async function quoteRail(
  rail: RailOption,
  { fiatAmount, currencyCode }: { fiatAmount: string; currencyCode: string },
  { options, rates }: { options: OnchainOptions; rates: Pick<RateBook, "find"> }
): Promise<RailQuote | UnavailableRail> {
  const { token, isSymbolShared } = rail
  const { decimals } = token
  if (decimals === undefined) return { rail, reason: "no_decimals" }
  const rate = await rates.find({ token, currencyCode, isSymbolShared })
  if (typeof rate === "string") return { rail, reason: rate }
  const { spreadBps } = options.rates
  const amount = fiatToToken({ fiatAmount, price: rate.price, decimals, spreadBps })
  return { ...rail, amount, decimals, rate }
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
