import type { Token } from "../../../gateway/contract"
import type { OnchainOptions } from "../options/options"

/** A configured source, of the option `rates.sources`. */
export type RateSourceOption = OnchainOptions["rates"]["sources"][number]
export type HttpSourceOption = Extract<RateSourceOption, { kind: "coingecko" | "coinbase" | "kraken" }>

/** One token in one currency. `currencyCode` is lower case. */
export type RateQuestion = {
  token: Token
  currencyCode: string
  /** Another token of its network has the same symbol. */
  isSymbolShared: boolean
}

/** `price`: units of the currency for one token, not yet checked. */
export type RawPrice = { price: string; asOfMs: number }

/** A source did not answer, or not in the form of its documentation. The message is safe to log. */
export class RateSourceError extends Error {
  override readonly name = "RateSourceError"
}

/**
 * Finds a price in an answer.
 *
 * @param requestedAtMs age of a price that has no time of its own
 * @returns null when the source has no price of it
 */
export type PriceLookup = (id: string, currencyCode: string, requestedAtMs: number) => RawPrice | null

/** A public provider of prices. */
export type RateProvider = {
  /** The provider's id of the asset; undefined where its map has none. */
  idOf(question: RateQuestion): string | undefined
  /** The call whose answer has the price of `id`. Equal URLs are one call. */
  requestOf(id: string, currencyCode: string): { url: string; headers: Record<string, string> }
  /** @throws Error when the answer has another form than the documented one */
  read(body: unknown): PriceLookup
}
