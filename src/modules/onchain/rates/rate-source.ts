import type { Token } from "../../../gateway/contract"
import type { OnchainOptions } from "../options/options"

/** A source in the option `rates.sources`. */
export type RateSourceOption = OnchainOptions["rates"]["sources"][number]
export type HttpSourceOption = Extract<RateSourceOption, { kind: "coingecko" | "coinbase" | "kraken" }>

/** One token in one currency. `currencyCode` is lower case. */
export type RateQuestion = {
  token: Token
  currencyCode: string
  /** Whether another token on the network has the same symbol. */
  isSymbolShared: boolean
}

/** `price`: units of the currency for one token, not yet checked. */
export type RawPrice = { price: string; asOfMs: number }

/** The source did not answer, or not in its documented form. The message is safe to log. */
export class RateSourceError extends Error {
  override readonly name = "RateSourceError"
}

/**
 * Extracts a price from an answer.
 *
 * @param requestedAtMs timestamp of prices that have none
 * @returns null when the source has no price
 */
export type PriceLookup = (id: string, currencyCode: string, requestedAtMs: number) => RawPrice | null

/** A public price provider. */
export type RateProvider = {
  /** The provider's id of the asset; undefined when unknown. */
  idOf(question: RateQuestion): string | undefined
  /** The call that returns the price of `id`. Equal URLs share one call. */
  requestOf(id: string, currencyCode: string): { url: string; headers: Record<string, string> }
  /** @throws Error when the answer does not have the documented form */
  read(body: unknown): PriceLookup
}
