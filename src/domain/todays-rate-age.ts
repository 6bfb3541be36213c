import { momentInWords } from "./moment-in-words"
import type { PayoutProblem } from "./payout-codes"

/** For so long "today's rate" is a rate of today. What was reckoned with it and is not sent by then is reckoned anew. */
export const TODAYS_RATE_HOURS = 24

/**
 * Why a refund is not paid at a rate that somebody has called today's; null when it is, or was another.
 *
 * @param refund as its payout was reckoned
 */
export function todaysRateProblem(
  { rate_basis, rate_at }: { rate_basis: string | null; rate_at: Date | null },
  now: Date
): PayoutProblem<"quote_expired"> | null {
  if (rate_basis !== "today" || rate_at === null) return null
  if (now.getTime() - rate_at.getTime() < TODAYS_RATE_HOURS * 3_600_000) return null
  const words = `The amount is reckoned with the rate ${momentInWords(rate_at)}, which is not today's any more. Cancel it, and ask for a new payout of the refund.`
  return { code: "quote_expired", words }
}
