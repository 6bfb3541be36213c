/** What the service was asked for. */
export type WithdrawalStep = "quote" | "create"

/** What the words about a refusal can name. */
export type WithdrawalRefusalFacts = {
  token: string
  /** What the service says can be paid out, in token units; null when it is not known. */
  balance?: string | null
  /** To quote to the service's support. */
  requestId?: string | undefined
}

const ASKED: Record<WithdrawalStep, string> = {
  quote: "The service gave no quote",
  create: "The service did not take the withdrawal",
}

/**
 * Says why the service refused a payout, for the operator.
 *
 * @param code of the service, or one of ours
 * @example withdrawalRefusalInWords("quote", "FORBIDDEN", { token: "USDC" }) // "The service gave no quote: the policy of ..."
 */
export function withdrawalRefusalInWords(
  step: WithdrawalStep,
  code: string,
  facts: WithdrawalRefusalFacts
): string {
  const named = facts.requestId === undefined ? code : `${code}, request ${facts.requestId}`
  return `${ASKED[step]}: ${explain(step, code, facts)} (${named}).`
}

function explain(step: WithdrawalStep, code: string, facts: WithdrawalRefusalFacts): string {
  switch (code) {
    case "INSUFFICIENT_BALANCE":
      return insufficient(facts)
    case "FORBIDDEN":
      return "the policy of the payout key does not allow this asset, network, amount or destination. Change the policy in the service's dashboard"
    case "UNAUTHORIZED":
      return "it does not know the API key. Check payoutApiKey in the options of the plugin"
    case "PAYOUT_KEY_MISSING":
      return "payouts need a payout key. Set payoutApiKey in the options of the plugin"
    case "VALIDATION_ERROR":
    case "INVALID_REQUEST":
      return "it does not accept the request. The amount may be below its fee, or it may refuse the destination or its memo"
    case "CONFLICT":
      return step === "create"
        ? "the quote has expired there or was used. Ask for a new one"
        : "it cannot be paid out in its present state"
    case "NOT_FOUND":
      return step === "create"
        ? "it does not know the quote. Ask for a new one"
        : "it does not know this network or token"
    case "RATE_LIMIT_EXCEEDED":
      return "it has too many requests. Try again in a minute"
    case "DUPLICATE_REQUEST":
    case "IDEMPOTENCY_KEY_MISMATCH":
      return "it has another request under the same key. Cancel this one and request it again"
    case "IDEMPOTENCY_REQUEST_IN_PROGRESS":
      return "it is still working on the first request. Ask again in a minute"
    case "UNEXPECTED_RESPONSE":
      return "its answer is not one of this payout"
    case "NETWORK_ERROR":
    case "TIMEOUT":
    case "SERVICE_UNAVAILABLE":
    case "INTERNAL_SERVER_ERROR":
    case "CACHE_COORDINATION_UNAVAILABLE":
      return "it did not answer. Try again"
    default:
      return "it gave no reason that is known here"
  }
}

function insufficient({ token, balance }: WithdrawalRefusalFacts): string {
  const has =
    balance === null || balance === undefined
      ? `it has too little ${token} to pay out`
      : `it has ${balance} ${token} to pay out`
  return `${has}. It has kept its fees of what was paid, so a whole refund can need money of other sales`
}
