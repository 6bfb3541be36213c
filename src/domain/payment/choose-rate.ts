import { isWithinBps, parseAmount } from "../../gateway/amount"
import { isDecimalString } from "../../gateway/contract/fields"
import type { Rate } from "./quote"

/**
 * What one source says about one token in one currency. `unknown`: the source does not have it. `failed`: the
 * source did not answer, or its answer cannot be read.
 */
export type RateAnswer =
  ({ kind: "price" } & Rate) | { kind: "unknown"; source: string } | { kind: "failed"; source: string }

/** Why a rail has no price. The store API, `docs/errors.md` and the health page name them. */
export type RateProblem = "no_rate" | "rate_failed" | "rate_stale" | "rate_disputed"

export type RateTerms = {
  nowMs: number
  /** A price older than this, or that far in the future, is not used. */
  maxAgeMs: number
  /** Two prices that differ by more hide the rail. In basis points of the lower one. */
  maxDisagreementBps: number
}

/**
 * Chooses the price of a token from the answers of all sources, which are in the merchant's order.
 *
 * The first usable price is taken, never an average: the price, its source and its time are stored with the
 * attempt and can be checked later. The other usable prices only confirm it. A source that failed says nothing, so it
 * neither confirms nor disputes.
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

/** Digits on either side of the point; a price with more is an error of its source. */
const MOST_DIGITS = 30

/** Whether a text is a plain decimal above zero of a credible length. */
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
