import { isResolved, type DepositAction, type DepositState } from "./deposit-lifecycle"

/** What decides which actions are possible. */
export type ChoiceFacts = {
  state: DepositState
  /** Whether a list of the provider shows it as it stands here. */
  isConfirmed: boolean
  assignmentStatus: string | null
  isSupported: boolean | null
  hasCustomer: boolean
  hasSender: boolean
  hasPayoutKey: boolean
  /** Open payments the deposit can be assigned to. */
  candidates: number
  /** How far amounts may differ from a payment's for it to be a candidate, in basis points. */
  toleranceBps: number
}

/** Whether an action is possible, and if not why, in the operator's words. */
export type Choice = { is_possible: boolean; reason: string | null }

const POSSIBLE: Choice = { is_possible: true, reason: null }
const UNCONFIRMED =
  "This was reported and is not confirmed: no list of the provider shows the deposit like this. Nothing can be done with it until one does."
const NOTHING_LEFT = "The fee would take all of it, so nothing would be left. It can only be refunded."

/**
 * Which actions an operator has on a deposit. The service decides in the end.
 *
 * @see service-interface "Deposit review"
 */
export function depositChoices(facts: ChoiceFacts): Record<DepositAction, Choice> {
  const ended = reasonOfState(facts)
  return {
    assign: toChoice(ended ?? reasonAgainstAssign(facts)),
    accept: toChoice(ended ?? reasonAgainstAccept(facts)),
    refund: toChoice(ended ?? reasonAgainstRefund(facts)),
  }
}

function toChoice(reason: string | null): Choice {
  return reason === null ? POSSIBLE : { is_possible: false, reason }
}

function reasonOfState({ state, isConfirmed }: ChoiceFacts): string | null {
  if (state === "in_review") return isConfirmed ? null : UNCONFIRMED
  if (state === "acting") return "An action is under way and waits for the service's answer."
  if (isResolved(state)) return `It is ${state} already.`
  return "A refund is on its way. If it fails, the deposit comes back here."
}

function reasonAgainstAssign(facts: ChoiceFacts): string | null {
  if (isUnsupported(facts)) return "The service does not support this asset, so no order can be paid with it."
  if (hasNoNet(facts)) return NOTHING_LEFT
  if (!facts.hasCustomer) return "It names no customer of this store, so there is no order to look for."
  if (facts.candidates > 0) return null
  const tolerance = `${facts.toleranceBps / 100} %`
  return `No open payment of this customer fits: same network, same asset, and an amount within ${tolerance}.`
}

function reasonAgainstAccept(facts: ChoiceFacts): string | null {
  if (isUnsupported(facts)) return "The service does not support this asset, so it cannot be taken as income."
  return hasNoNet(facts) ? NOTHING_LEFT : null
}

function reasonAgainstRefund(facts: ChoiceFacts): string | null {
  if (!facts.hasPayoutKey)
    return "Refunds need a payout key. Set payoutApiKey in the options of the plugin and restart the store."
  return facts.hasSender
    ? null
    : "The sender's address is not known. Send the money back from the service's dashboard."
}

function isUnsupported({ assignmentStatus, isSupported }: ChoiceFacts): boolean {
  return isSupported === false || assignmentStatus === "review_required_unsupported_asset"
}

function hasNoNet({ assignmentStatus }: ChoiceFacts): boolean {
  return assignmentStatus === "review_required_non_positive_net"
}
