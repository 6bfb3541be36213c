import { momentInWords } from "./moment-in-words"
import type { DepositAction } from "./deposit-lifecycle"

const CONFLICTS: Record<DepositAction, string> = {
  assign: "the payment is no longer open there, or customer, asset or amount do not fit it",
  accept: "it can only be refunded, or is not in review there any more",
  refund: "it is not in review there any more",
}

/** Why the service refused, for the codes an operator can do something about. */
function explain(action: DepositAction, code: string): string {
  switch (code) {
    case "CONFLICT":
      return CONFLICTS[action]
    case "FORBIDDEN":
      return action === "refund"
        ? "the policy of the payout key does not allow this asset, network, amount or destination. Change the policy in the service's dashboard"
        : "the API key may not do this. apiKey has to be the standard key of this environment"
    case "UNAUTHORIZED":
      return "it does not know the API key. Check apiKey and payoutApiKey in the options of the plugin"
    case "PAYOUT_KEY_MISSING":
      return "refunds need a payout key. Set payoutApiKey in the options of the plugin"
    case "NOT_FOUND":
      return action === "assign"
        ? "it does not know this deposit or this payment"
        : "it does not know this deposit"
    case "VALIDATION_ERROR":
      return "it does not accept the request"
    case "INSUFFICIENT_BALANCE":
      return "its balance is too low for a refund"
    case "IDEMPOTENCY_KEY_MISMATCH":
      return "the key of this action was used for something else before. The next try has a new key"
    case "NO_EFFECT":
      return "it answered, but has the deposit in review as before"
    case "NO_ANSWER":
    case "NETWORK_ERROR":
    case "TIMEOUT":
      return "it did not answer for long, and has the deposit in review as before"
    default:
      return "it gave no reason that is known here"
  }
}

/**
 * Says why an action did not happen, for the operator.
 *
 * @param code of the service, or one of ours
 * @param requestId to quote to the service's support
 * @example refusalInWords("refund", "FORBIDDEN") // "The service refused to refund it: the policy of the payout key ..."
 */
export function refusalInWords(action: DepositAction, code: string, requestId?: string): string {
  const facts = requestId === undefined ? code : `${code}, request ${requestId}`
  return `The service refused to ${action} it: ${explain(action, code)} (${facts}).`
}

const DONE: Record<DepositAction, string> = {
  assign: "assigned it",
  accept: "accepted it",
  refund: "started to refund it",
}
const BEGUN: Record<DepositAction, string> = {
  assign: "chose to assign it",
  accept: "chose to accept it",
  refund: "chose to refund it",
}

/** What has happened to a deposit that somebody else wants to act on. */
export type EarlierAction = {
  state: string
  action: DepositAction | null
  /** Name or id of who did it; null for the service or its dashboard. */
  by: string | null
  at: Date | null
}

/**
 * Says who was faster, for the one who came second.
 *
 * @example conflictInWords({ state: "accepted", action: "accept", by: "ada@example.com", at }) // "ada@example.com accepted it on 2026-11-21 at 09:00 UTC."
 */
export function conflictInWords({ state, action, by, at }: EarlierAction): string {
  const when = at === null ? "" : ` ${momentInWords(at)}`
  if (action === null || by === null)
    return `It is ${state.replace("_", " ")} already, by the service${when}.`
  if (state === "acting") return `${by} ${BEGUN[action]}${when}, and the service has not answered yet.`
  return `${by} ${DONE[action]}${when}.`
}
