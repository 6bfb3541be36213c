import { isPayable } from "../../../domain/money"
import { fiatToToken, type Rate, type RateProblem } from "../../../domain/payment/attempt"
import type { PaymentKind } from "../../../domain/payment/payment-status"
import {
  type AmountFacts,
  hasIntentMinimum,
  HIGHEST_FEE,
  type InvoiceFee,
  isLearned,
  listRailOptions,
  type MinimumProblem,
  needsIntent,
  type RailOption,
  readFee,
  refuseIntent,
  refuseInvoice,
  type ServiceMinimums,
} from "../../../domain/payment/rails"
import { isAmountRefusal } from "../../../gateway/client/errors"
import type { Catalog } from "../../../gateway/client/lists"
import type { BillingReader } from "../finance/billing-reader"
import type { OnchainOptions } from "../options/options"
import type { RateBook } from "../rates/rate-book"
import { REFUSED_AMOUNT, type SharedStatus } from "../work/shared-status"
import { inTime } from "../work/claim"
import type { Currencies } from "./medusa-payments"

/** A rail with its price, for any amount. `usdPrice` is null when no source has one. */
export type PricedRail = RailOption & { decimals: number; rate: Rate; usdPrice: string | null }

/** `amount` is a decimal in token units. Where `takesIntent` is false, an invoice may be opened. */
export type RailQuote = PricedRail & { amount: string; takesIntent: boolean }

/** A rail that cannot be offered now, with the reason. */
export type UnavailableRail = { rail: RailOption; reason: RateProblem | MinimumProblem | "no_decimals" }

type PricingContext = { catalog: Catalog; options: OnchainOptions; rates: Pick<RateBook, "find"> }
export type QuoteContext = PricingContext & {
  minimums: Pick<RailMinimums, "read">
  currencies: Pick<Currencies, "decimalsOf">
}

/**
 * Prices an amount on every rail the merchant allows. A failing rate source costs only its own rails.
 *
 * A rail that the service would refuse for its minimum is not offered; nothing is where nothing is to be paid.
 *
 * @param request.fiatAmount decimal text in major units
 * @throws GatewayError when the catalog cannot be read
 */
export async function quoteRails(
  { fiatAmount, currencyCode }: { fiatAmount: string; currencyCode: string },
  context: QuoteContext
): Promise<{ quotes: RailQuote[]; unavailable: UnavailableRail[] }> {
  if (!isPayable(fiatAmount, await context.currencies.decimalsOf(currencyCode)))
    return { quotes: [], unavailable: [] }
  const [{ priced, unavailable }, known] = await Promise.all([
    priceRails(currencyCode, context),
    context.minimums.read(),
  ])
  const { spreadBps } = context.options.rates
  const quoted = priced.map((rail): RailQuote | UnavailableRail => {
    const { decimals, usdPrice, rate } = rail
    const amount = fiatToToken({ fiatAmount, price: rate.price, decimals, spreadBps })
    const facts = { amount, usdPrice, ...known.of(rail.id) }
    const noIntent = refuseIntent(facts)
    const reason = refuseInvoice(facts) ?? (needsIntent(context.options) ? noIntent : null)
    return reason === null ? { ...rail, amount, takesIntent: noIntent === null } : { rail, reason }
  })
  return {
    quotes: quoted.flatMap((quote) => ("reason" in quote ? [] : [quote])),
    unavailable: [...unavailable, ...quoted.flatMap((quote) => ("reason" in quote ? [quote] : []))],
  }
}

/** Prices every rail the merchant allows, for no amount in particular. @throws GatewayError when the catalog cannot be read */
export async function priceRails(
  currencyCode: string,
  context: PricingContext
): Promise<{ priced: PricedRail[]; unavailable: UnavailableRail[] }> {
  const rails = await listRails(context)
  const found = await Promise.all(rails.map((rail) => priceRail(rail, currencyCode, context)))
  return {
    priced: found.flatMap((rail) => ("reason" in rail ? [] : [rail])),
    unavailable: found.flatMap((rail) => ("reason" in rail ? [rail] : [])),
  }
}

/** @throws GatewayError when the catalog cannot be read */
export async function listRails({
  catalog,
  options,
}: Pick<PricingContext, "catalog" | "options">): Promise<RailOption[]> {
  const { networks, tokens } = await catalog.get()
  const { rails: rules, environment } = options
  return listRailOptions({ networks, tokens, rules, environment })
}

async function priceRail(
  rail: RailOption,
  currencyCode: string,
  { rates, options }: PricingContext
): Promise<PricedRail | UnavailableRail> {
  const { token, isSymbolShared } = rail
  const { decimals } = token
  if (decimals === undefined) return { rail, reason: "no_decimals" }
  const find = (code: string) => rates.find({ token, currencyCode: code, isSymbolShared })
  const isUsd = currencyCode.toLowerCase() === USD
  const [rate, inUsd] = await Promise.all([find(currencyCode), isUsd ? null : find(USD)])
  if (typeof rate === "string") return { rail, reason: rate }
  const usd = isUsd ? rate : inUsd
  const usdPrice = usd === null || typeof usd === "string" ? null : usd.price
  if (usdPrice === null && needsIntent(options) && hasIntentMinimum(options.assumptions.minimums))
    return { rail, reason: "minimum_unknown" }
  return { ...rail, decimals, rate, usdPrice }
}

const USD = "usd"

/** The first checkout waits this long for the plan. */
const MINIMUMS_PATIENCE_MS = 1_000
/** Between two readings of the plan, also of one that failed. */
const INTERVAL_MS = 5 * 60_000

/** `amount` is a decimal in token units. */
export type RefusedAmount = { kind: PaymentKind; railId: string; amount: string }

/** What is too small for the service: by the settings, by the fee of the plan, and by what it refused within the last day. */
export class RailMinimums {
  private fee: InvoiceFee | null = null
  private readAtMs = -Infinity

  constructor(
    private readonly settings: ServiceMinimums,
    private readonly billing: Pick<BillingReader, "readRecent">,
    private readonly status: Pick<SharedStatus, "note" | "recent">,
    private readonly clock: () => number
  ) {}

  /** @returns the facts of a rail, by its id */
  async read(): Promise<{
    fee: InvoiceFee
    of: (railId: string) => Omit<AmountFacts, "amount" | "usdPrice">
  }> {
    const [rows] = await Promise.all([this.refused(), this.refreshFee()])
    const { settings: minimums } = this
    const fee = this.fee ?? HIGHEST_FEE
    return {
      fee,
      of: (railId) => {
        const refused = (kind: PaymentKind) =>
          rows.find((row) => row.kind === kind && row.railId === railId)?.amount
        return {
          ...{ fee, minimums },
          refused: { invoice: refused("invoice"), intent: refused("auto_deposit") },
        }
      },
    }
  }

  /** What the service refused within the last day. */
  async refused(): Promise<RefusedAmount[]> {
    const rows = await this.status.recent(REFUSED_AMOUNT)
    return rows.flatMap(({ name, detail }) => {
      const [kind = "", ...railId] = name.split(":")
      return isKind(kind) && detail !== null ? [{ kind, railId: railId.join(":"), amount: detail }] : []
    })
  }

  /** Remembers an amount that the service refused for being too small, for all processes. */
  learn(refused: RefusedAmount & { usdPrice: string | null }, error: unknown): void {
    if (isAmountRefusal(error) && isLearned(refused))
      this.status.note(`${REFUSED_AMOUNT}${refused.kind}:${refused.railId}`, refused.amount)
  }

  /** Only the first one waits: a provider that does not answer must not delay every checkout. */
  private async refreshFee(): Promise<void> {
    if (this.clock() - this.readAtMs < INTERVAL_MS) return
    this.readAtMs = this.clock()
    const reading = this.billing.readRecent().then(
      ({ billing }) => void (this.fee = readFee(billing)),
      // The health page reads the plan too, and says why it cannot be read. The last fee stays.
      () => undefined
    )
    if (this.fee === null) await inTime(reading, MINIMUMS_PATIENCE_MS)
  }
}

function isKind(text: string): text is PaymentKind {
  return text === "invoice" || text === "auto_deposit"
}
