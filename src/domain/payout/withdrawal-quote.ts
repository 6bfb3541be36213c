import { compareAmounts, subtractAmounts } from "../../gateway/amount"
import { momentInWords } from "../moment-in-words"
import type { PayoutProblem } from "./payout-codes"

/** What a person would confirm: decimals in token units; null where the service does not tell. */
export type QuotedFigures = {
  /** Asked for; the fee comes out of it. */
  amount: string
  fee: string | null
  net: string | null
  /** Names of figures that the service gave below zero. */
  negative?: readonly string[] | undefined
}

/** As many decimals as an amount of any token can have. */
const MOST_DECIMALS = 30

/**
 * Says why the figures of a quote cannot all be true: what arrives is the amount without the fee.
 *
 * A quote that contradicts itself may be confirmed for one figure and carried out by the other.
 *
 * @returns null when they fit together, as far as the service tells them
 * @example inconsistencyOf({ amount: "1.5", fee: "99", net: "1.45" }) // "the fee of 99 is more than the amount of 1.5"
 */
export function inconsistencyOf({ amount, fee, net, negative = [] }: QuotedFigures): string | null {
  const odd = [fee, net].find((figure) => (figure?.split(".")[1]?.length ?? 0) > MOST_DECIMALS)
  if (odd !== undefined) return "a figure has more digits than any token"
  if (negative.length > 0) return `${negative.join(" and ")} below zero`
  if (fee !== null && compareAmounts(fee, amount) > 0)
    return `the fee of ${fee} is more than the amount of ${amount}`
  if (net !== null && compareAmounts(net, amount) > 0)
    return `${net} would arrive, which is more than the amount of ${amount}`
  if (fee === null || net === null) return null
  const rest = subtractAmounts(amount, fee)
  if (compareAmounts(net, rest) === 0) return null
  return `${net} would arrive, and the amount of ${amount} without the fee of ${fee} is ${rest}`
}

/**
 * The same in words for the operator.
 *
 * @param what as {@link inconsistencyOf} or a comparison with what was asked for has it
 */
export function inconsistencyInWords(what: string): string {
  return `The provider's quote is inconsistent: ${what}. It cannot be confirmed. Ask for another quote; if that says the same, report it to the provider.`
}

/** For so long a rate that somebody has called today's is one. What was reckoned with it and is not sent by then is reckoned anew. */
export const TODAYS_RATE_HOURS = 24

/**
 * Why a refund is not paid at a rate that somebody has called today's; null when it is, or was another.
 *
 * @param payout `created_at`: when it was reckoned. The rate itself may be as old as the options allow
 */
export function todaysRateProblem(
  { rate_basis, created_at }: { rate_basis: string | null; created_at: Date },
  now: Date
): PayoutProblem<"quote_expired"> | null {
  if (rate_basis !== "today") return null
  if (now.getTime() - created_at.getTime() < TODAYS_RATE_HOURS * 3_600_000) return null
  const words = `The amount was reckoned ${momentInWords(created_at)} at what was today's rate then. Cancel it, and ask for a new payout of the refund.`
  return { code: "quote_expired", words }
}
