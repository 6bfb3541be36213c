import { compareAmounts, subtractAmounts } from "../../gateway/amount"
import { momentInWords } from "../moment-in-words"
import type { PayoutProblem } from "./payout-codes"

/** Decimals in token units; null where the service reports none. */
export type QuotedFigures = {
  /** The fee comes out of it. */
  amount: string
  fee: string | null
  net: string | null
  /** Figures that the service gave below zero, by name. */
  negative?: readonly string[] | undefined
}

const MOST_DECIMALS = 30

/**
 * Why the figures of a quote cannot all be true: what arrives is the amount without the fee.
 *
 * Otherwise it might be confirmed for one figure and executed by the other.
 *
 * @returns null when the known figures agree
 * @example inconsistencyOf({ amount: "1.5", fee: "99", net: "1.45" }) // "the fee of 99 is more than the
 * amount of 1.5"
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

/** The same in words for the operator. */
export function inconsistencyInWords(what: string): string {
  return `The provider's quote is inconsistent: ${what}. It cannot be confirmed. Request another quote; if that is the same, report it to the provider.`
}

/** A refund quoted at the current rate is quoted again after this. */
export const TODAYS_RATE_HOURS = 24

/**
 * Why a refund can no longer be paid at the rate it was computed with; null when it can.
 *
 * @param payout `created_at`: when it was computed. The rate itself may be as old as the options allow
 */
export function todaysRateProblem(
  { rate_basis, created_at }: { rate_basis: string | null; created_at: Date },
  now: Date
): PayoutProblem<"quote_expired"> | null {
  if (rate_basis !== "today") return null
  if (now.getTime() - created_at.getTime() < TODAYS_RATE_HOURS * 3_600_000) return null
  const words = `The amount was computed ${momentInWords(created_at)} at the rate of that day. Cancel it and request a new payout of the refund.`
  return { code: "quote_expired", words }
}
