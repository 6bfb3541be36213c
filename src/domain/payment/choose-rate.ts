import { isWithinBps, parseAmount } from "../../gateway/amount"
import { isDecimalString } from "../../gateway/contract/wire"
import type { Rate } from "./quote"

/**
 * A source's answer for one token in one currency. `unknown`: the source does not have it. `failed`: the
 * source did not answer, or its answer is unreadable.
 */
export type RateAnswer =
  ({ kind: "price" } & Rate) | { kind: "unknown"; source: string } | { kind: "failed"; source: string }

/** Why a rail has no price. Public: in the store API, `docs/developers/errors.md` and on the health page. */
export type RateProblem = "no_rate" | "rate_failed" | "rate_stale" | "rate_disputed"

export type RateTerms = {
  nowMs: number
  /** Maximum age of a price, and how far in the future it may be. */
  maxAgeMs: number
  /** Maximum difference between two prices, in basis points of the lower one. Beyond it the rail is hidden. */
  maxDisagreementBps: number
}

/**
 * Chooses a token's price from the answers of all sources, in the merchant's order.
 *
 * The first usable price wins; there is no averaging, so the stored price, source and time can be audited. Other usable prices
 * only confirm or dispute it. A failed source does neither.
 *
 * @example chooseRate([{ kind: "price", source: "kraken", price: "0.92", asOfMs: now }], terms) // that price
 */
export function chooseRate(answers: readonly RateAnswer[], terms: RateTerms): Rate | RateProblem {
  const prices = answers.flatMap((answer) => (answer.kind === "price" ? [answer] : []))
  const readable = prices.filter(({ price }) => isPrice(price))
  const usable = readable.filter(({ asOfMs }) => Math.abs(terms.nowMs - asOfMs) <= terms.maxAgeMs)
  const [first] = usable
  if (first === undefined) {
    if (readable.length > 0) return "rate_stale"
    const hasFailed = prices.length > 0 || answers.some(({ kind }) => kind === "failed")
    return hasFailed ? "rate_failed" : "no_rate"
  }
  if (isDisputed(usable, terms.maxDisagreementBps)) return "rate_disputed"
  const { price, source, asOfMs } = first
  return { price, source, asOfMs }
}

/** Maximum digits on either side of the point; more means a faulty source. */
const MOST_DIGITS = 30

/** Whether a text is a plain decimal above zero, of plausible length. */
export function isPrice(text: string): boolean {
  const [whole = "", fraction = ""] = text.split(".")
  const isBounded = whole.length <= MOST_DIGITS && fraction.length <= MOST_DIGITS
  return isBounded && isDecimalString(text) && /[1-9]/.test(text)
}

function isDisputed(prices: readonly Rate[], maxDisagreementBps: number): boolean {
  const units = prices.map(({ price }) => parseAmount(price, MOST_DIGITS))
  const lowest = units.reduce((a, b) => (b < a ? b : a))
  const highest = units.reduce((a, b) => (b > a ? b : a))
  return !isWithinBps(highest, lowest, maxDisagreementBps)
}
