import type { OnchainWithdrawalAction, OnchainWithdrawalDetail } from "../../types/http"

type Offered = Pick<
  OnchainWithdrawalDetail,
  "state" | "quote" | "mismatch" | "mismatch_seen" | "resolution" | "choices"
>

/** What those may do as well who may not move money out. To ask for one that is being sent is to repeat its call. */
function isHarmless(action: OnchainWithdrawalAction, { state }: Offered): boolean {
  return action === "cancel" || (action === "check" && state !== "sending")
}

/**
 * What an operator is offered for a withdrawal, the next step first. Whether it is possible is the server's word; here is
 * only what makes sense in its state. A quote that has expired is never confirmed: a new one is asked for.
 *
 * @param mayPayOut whether whoever looks may move money out
 */
export function offeredActions(withdrawal: Offered, mayPayOut: boolean): OnchainWithdrawalAction[] {
  const { mismatch, mismatch_seen: seen } = withdrawal
  const steps = stepsOf(withdrawal)
  const all = mismatch !== null && seen === null ? ["acknowledge" as const, ...steps] : steps
  return all.filter((action) => mayPayOut || isHarmless(action, withdrawal))
}

function stepsOf({ state, quote, resolution, choices }: Offered): OnchainWithdrawalAction[] {
  const isQuoteGood = quote !== null && !quote.is_expired
  switch (state) {
    case "requested":
      return ["quote", "cancel"]
    case "quoted":
      return [isQuoteGood ? "confirm" : "quote", "cancel"]
    case "awaiting_approval":
      return [isQuoteGood ? "approve" : "quote", "cancel"]
    // A failure can turn out to be none.
    case "failed":
    case "sending":
      return ["check"]
    // A person ends one only when the service has not been able to tell of it for days.
    case "sent":
      return choices.end.is_possible ? ["check", "end"] : ["check"]
    case "unclear":
      return ["adopt", "end", "write_off", "check"]
    // One that a person ended can turn out to have been sent.
    case "refused":
      return resolution !== null && choices.check.is_possible ? ["check"] : []
    case "completed":
    case "cancelled":
      return []
  }
}
