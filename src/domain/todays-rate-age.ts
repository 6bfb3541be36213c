import { momentInWords } from "./moment-in-words"
import type { PayoutProblem } from "./payout-codes"

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
