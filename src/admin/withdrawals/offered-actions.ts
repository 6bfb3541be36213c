import type { OnchainWithdrawalAction, OnchainWithdrawalDetail } from "../../types/http"

/** What those may do as well who may not move money out. */
const HARMLESS: readonly OnchainWithdrawalAction[] = ["cancel", "check"]

/**
 * What an operator is offered for a withdrawal, the next step first. Whether it is possible is the server's word; here is
 * only what makes sense in its state. A quote that has expired is never confirmed: a new one is asked for.
 *
 * @param mayPayOut whether whoever looks may move money out
 */
export function offeredActions(
  withdrawal: Pick<OnchainWithdrawalDetail, "state" | "quote">,
  mayPayOut: boolean
): OnchainWithdrawalAction[] {
  return stepsOf(withdrawal).filter((action) => mayPayOut || HARMLESS.includes(action))
}

function stepsOf({
  state,
  quote,
}: Pick<OnchainWithdrawalDetail, "state" | "quote">): OnchainWithdrawalAction[] {
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
    case "sent":
      return ["check"]
    case "unclear":
      return ["adopt", "write_off", "check"]
    case "completed":
    case "refused":
    case "cancelled":
      return []
  }
}
