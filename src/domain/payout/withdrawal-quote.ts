import { compareAmounts, subtractAmounts } from "../../gateway/amount"
import type { Difference } from "./withdrawal-gateway-state"

/** Decimals in token units; null where the service reports none. */
export type QuotedFigures = {
  /** The fee comes out of it. */
  amount: string
  fee: string | null
  net: string | null
  /** Figures that the service gave below zero, by name. */
  negative?: readonly string[] | undefined
}

/**
 * What is wrong with a quote. Amounts in token units.
 *
 * `below_zero` names the figures, `other_terms` what differs from the request.
 */
export type InconsistentQuote = { code: "quote_inconsistent" } & (
  | { reason: "too_many_digits" }
  | { reason: "below_zero"; figures: readonly string[] }
  | { reason: "fee_above_amount"; fee: string; amount: string }
  | { reason: "net_above_amount"; net: string; amount: string }
  | { reason: "not_adding_up"; amount: string; fee: string; net: string; rest: string }
  | { reason: "other_terms"; difference: Difference }
)

const MOST_DECIMALS = 30

/**
 * Why the figures of a quote cannot all be true: what arrives is the amount without the fee.
 *
 * Otherwise it might be confirmed for one figure and executed by the other.
 *
 * @returns null when the known figures agree
 * @example inconsistencyOf({ amount: "1.5", fee: "99", net: "1.45" })?.reason // "fee_above_amount"
 */
export function inconsistencyOf({
  amount,
  fee,
  net,
  negative = [],
}: QuotedFigures): InconsistentQuote | null {
  const code = "quote_inconsistent"
  const odd = [fee, net].find((figure) => (figure?.split(".")[1]?.length ?? 0) > MOST_DECIMALS)
  if (odd !== undefined) return { code, reason: "too_many_digits" }
  if (negative.length > 0) return { code, reason: "below_zero", figures: negative }
  if (fee !== null && compareAmounts(fee, amount) > 0)
    return { code, reason: "fee_above_amount", fee, amount }
  if (net !== null && compareAmounts(net, amount) > 0)
    return { code, reason: "net_above_amount", net, amount }
  if (fee === null || net === null) return null
  const rest = subtractAmounts(amount, fee)
  if (compareAmounts(net, rest) === 0) return null
  return { code, reason: "not_adding_up", amount, fee, net, rest }
}

/** A refund quoted at the current rate is quoted again after this. */
export const TODAYS_RATE_HOURS = 24

export type ExpiredRate = { code: "quote_expired"; computedAt: Date }

/**
 * Why a refund can no longer be paid at the rate it was computed with; null when it can.
 *
 * @param payout `created_at`: when it was computed. The rate itself may be as old as the options allow
 */
export function todaysRateProblem(
  { rate_basis, created_at }: { rate_basis: string | null; created_at: Date },
  now: Date
): ExpiredRate | null {
  if (rate_basis !== "today") return null
  if (now.getTime() - created_at.getTime() < TODAYS_RATE_HOURS * 3_600_000) return null
  return { code: "quote_expired", computedAt: created_at }
}
