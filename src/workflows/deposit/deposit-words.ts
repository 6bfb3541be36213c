import type { ActionRefusal, DepositAction } from "../../domain/deposit/deposit-lifecycle"
import type { LinkRefusal } from "../../domain/deposit/deposit-link"
import { momentInWords } from "../../domain/moment-in-words"
import { codeInWords, NO_REASON, unknownCodeInWords } from "../refusal-code"

export function refusalInWords(refusal: ActionRefusal | LinkRefusal): string {
  switch (refusal.code) {
    case "unconfirmed":
      return "Reported but not confirmed: the provider's lists do not show this deposit yet. You can act once they do."
    case "under_way":
      return "An action is in progress and waits for the provider's answer."
    case "resolved":
      return `It is ${refusal.state} already.`
    case "refund_pending":
      return "A refund is on its way. If it fails, the deposit comes back here."
    case "unsupported_asset":
      return refusal.action === "assign"
        ? "The provider does not support this asset, so no order can be paid with it."
        : "The provider does not support this asset, so it cannot be taken as income."
    case "nothing_left":
      return "The fee would take all of it, so nothing would be left. It can only be refunded."
    case "no_customer":
      return "It belongs to no customer of this store, so no order can match."
    case "no_candidate":
      return `No open payment of this customer fits: same network, same asset, and an amount within ${refusal.toleranceBps / 100} %.`
    case "not_a_candidate":
      return "intent_id: this is not one of the open payments that the deposit can be assigned to"
    case "no_payout_key":
      return "Refunds need a payout key. Set payoutApiKey in the options of the plugin and restart the store."
    case "unknown_sender":
      return "The sender's address is not known. Send the money back from the provider's dashboard."
    case "not_in_review":
      return `The deposit is ${refusal.state} and not in review.`
    case "already_linked":
      return "The deposit belongs to a payment already."
  }
}

/** What the lists of the provider show after a refusal. */
export type ListedDeposit = "in_review" | "absent"

/** The same action again would be refused again: each says what to do instead. */
const CONFLICTS: Record<DepositAction, string> = {
  assign:
    "it has the deposit in review, but not this payment open for it: customer, asset or amount do not fit, or the payment has ended. " +
    "Assign it to another payment, accept it, or refund it",
  accept:
    "it has the deposit in review, but does not take it as income. Assign it to a payment, or refund it",
  refund:
    "it has the deposit in review, but does not send it back. Look in its dashboard: if a refund is in progress there, it appears here " +
    "when it ends; if not, accept the deposit, or ask the provider",
}
const ABSENT =
  "its lists no longer have this deposit, so it was resolved there or taken back. Look for it in its dashboard; there is nothing to decide " +
  "here until its lists have it again"

/** Only for codes an operator can act on. */
function explain(
  action: DepositAction,
  { code, serviceCode = code }: RefusalFacts,
  listed: ListedDeposit | null
): string {
  if (listed === "absent") return ABSENT
  switch (code) {
    case "CONFLICT":
      return CONFLICTS[action]
    case "FORBIDDEN":
      return action === "refund"
        ? "the policy of the payout key does not allow this asset, network, amount or destination. Change the policy in the provider's dashboard"
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
      return "it answered, but still has the deposit in review"
    case "NO_ANSWER":
    case "NETWORK_ERROR":
    case "TIMEOUT":
      return "it did not answer for a long time, and still has the deposit in review"
    case "UNEXPECTED_RESPONSE":
      return "its answer could not be read. The health page names the field, and the setting that helps"
    default:
      return `${NO_REASON}. ${unknownCodeInWords(serviceCode)}`
  }
}

/** `code` is the provider's, or one of ours. `requestId` is for the provider's support. */
export type RefusalFacts = { code: string; serviceCode?: string | undefined; requestId?: string | undefined }

/** @param listed when its lists were read after the refusal */
export function gatewayRefusalInWords(
  action: DepositAction,
  facts: RefusalFacts,
  listed: ListedDeposit | null = null
): string {
  const why = explain(action, facts, listed)
  return `The provider refused to ${action} it: ${why} (${codeInWords(facts)}).`
}

const DONE: Record<DepositAction, string> = {
  assign: "assigned it",
  accept: "accepted it",
  refund: "started to refund it",
}

export type EarlierAction = {
  state: string
  action: DepositAction | null
  /** Name or id of the operator; null for the provider or its dashboard. */
  by: string | null
  at: Date | null
}

/**
 * Says who was faster. @example conflictInWords({ state: "accepted", action: "accept", by: "ada@example.com",
 * at }) // "ada@example.com accepted it on 2026-11-21 at 09:00 UTC."
 */
export function conflictInWords({ state, action, by, at }: EarlierAction): string {
  const when = at === null ? "" : ` ${momentInWords(at)}`
  if (action === null || by === null)
    return `It is ${state.replace("_", " ")} already, by the provider${when}.`
  if (state === "processing")
    return `${by} chose to ${action} it${when}, and the provider has not answered yet.`
  return `${by} ${DONE[action]}${when}.`
}
