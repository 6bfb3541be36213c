import { momentInWords } from "../../domain/moment-in-words"
import type {
  AddressFormProblem,
  AssetProblem,
  KnownChain,
  MemoProblem,
  TextProblem,
} from "../../domain/payout/address-problem"
import type { DestinationObstacle, DestinationProblem, UseProblem } from "../../domain/payout/destination"
import type { ApprovalProblem, PayoutRefusal } from "../../domain/payout/payout-gate"
import type { WithdrawalObstacle } from "../../domain/payout/withdrawal-choices"
import type { PastAction, WithdrawalProblem, WithdrawalRefusal } from "../../domain/payout/withdrawal-consent"
import type { WithdrawalState } from "../../domain/payout/withdrawal-lifecycle"
import type { InconsistentQuote, LimitProblem } from "../../domain/payout/withdrawal-quote"
import type { OtherPayout } from "../../domain/payout/withdrawal-standing"
import { differenceInWords, signInWords } from "./withdrawal-gateway-words"

/** An action as the API answers it. */
export function toChoice<Obstacle>(
  obstacle: Obstacle | null,
  inWords: (obstacle: Obstacle) => string
): { is_possible: boolean; reason: string | null } {
  return obstacle === null
    ? { is_possible: true, reason: null }
    : { is_possible: false, reason: inWords(obstacle) }
}

const NOT_ALLOWED = {
  list_empty:
    "Nobody may move money out: payouts.allowedUsers is empty. Copy the ids of the users who may from Settings > Crypto payments " +
    "into the options of the plugin, and restart the store.",
  not_listed:
    "You may not move money out: your user id is not in payouts.allowedUsers. The owner of the store finds it in Settings > Crypto payments.",
  not_a_user: "You may not move money out: you are no longer a user of this store.",
} as const

const KEY_REFUSED = {
  keys_off: "Secret API keys cannot move money out here. Log in, or set payouts.allowApiKeys.",
  maker_not_a_user:
    "This API key may not move money out: its maker is not a user of this store. Log in, or use a key made by a user in payouts.allowedUsers.",
  maker_not_listed:
    "This API key may not move money out: its maker is not in payouts.allowedUsers. Log in, or use a key made by an allowed user.",
} as const

export function payoutRefusalInWords(refusal: PayoutRefusal): string {
  switch (refusal.code) {
    case "payouts_off":
      return "Payouts are off: payoutApiKey is not set. Set it in the options of the plugin and restart the store."
    case "payouts_not_allowed":
      return NOT_ALLOWED[refusal.reason]
    case "payouts_api_key":
      return KEY_REFUSED[refusal.reason]
  }
}

const APPROVAL_WORDS = {
  self_approval: "Another user must approve what you requested.",
  approver_is_key: "A secret API key cannot approve. A user must log in to approve it.",
  confirmation_void:
    "The user who confirmed it may no longer move money out: payouts.allowedUsers has changed. Cancel it and request it again.",
} as const satisfies Record<ApprovalProblem["code"], string>

export function approvalProblemInWords({ code }: ApprovalProblem): string {
  return APPROVAL_WORDS[code]
}

export function limitProblemInWords(problem: LimitProblem): string {
  const { token } = problem
  if (problem.code === "no_limit")
    return `There is no limit for ${token} in payouts.limits, so it cannot be paid out.`
  const { limit, amount } = problem
  if (problem.reason === "per_withdrawal") return `At most ${limit} ${token} at a time; this is ${amount}.`
  const where = problem.networkId === null ? "" : ` on ${problem.networkId}`
  return `At most ${limit} ${token}${where} in 24 hours; ${problem.sent} were sent, and this is ${amount}.`
}

export function assetProblemInWords(problem: AssetProblem): string {
  switch (problem.code) {
    case "token_unknown":
      return `The provider has no ${problem.token} on ${problem.networkId}.`
    case "test_network":
      return `${problem.networkId} is a test network, and this store is live.`
    case "unknown_chain":
      return `This version of the plugin does not know how to pay out on ${problem.chain}.`
    case "symbol_shared":
      return `Several assets are called ${problem.token} on ${problem.networkId}, and a payout names only the symbol.`
    case "no_decimals":
      return `The provider does not say how many decimals ${problem.token} has on ${problem.networkId}.`
    case "no_identity":
      return `The provider does not say which asset ${problem.token} is on ${problem.networkId}: it has no contract, mint or issuer.`
  }
}

/** Why an action on a destination is not possible. */
export function destinationObstacleInWords(obstacle: DestinationObstacle): string {
  switch (obstacle.code) {
    case "archived":
      return "It is already archived. Add the address again to use it."
    case "approved":
      return "It is already approved."
    case "self_approval":
    case "approver_is_key":
    case "confirmation_void":
      return approvalProblemInWords(obstacle)
    default:
      return payoutRefusalInWords(obstacle)
  }
}

const NOT_FOR_THIS = {
  of_a_customer: "This address belongs to a customer and is for refunds only.",
  of_the_treasury: "This address is for your own withdrawals, not for refunds.",
  of_another_refund: "This address is for another refund only.",
  of_another_customer: "This address is for another customer's refunds.",
} as const

/** Why a payout cannot go to a destination. */
export function useProblemInWords(problem: UseProblem): string {
  switch (problem.code) {
    case "destination_archived":
      return "This destination is archived. Choose another one."
    case "destination_not_approved":
      return "This destination awaits approval."
    case "destination_not_for_this":
      return NOT_FOR_THIS[problem.reason]
    case "destination_wrong_network":
      return `This destination is on ${problem.networkId}, and the money is on ${problem.moneyNetworkId}.`
  }
}

export const OWN_ADDRESS_WORDS =
  "This is one of your own addresses at the provider: of a payment, of a customer's deposits, or of your treasury. Money sent to it would come back as a payment. Enter an address that the provider does not hold."

/** The field of a request that a problem is about. */
export function fieldOf({ code }: DestinationProblem): "network_id" | "memo" | "address" {
  switch (code) {
    case "unknown_network":
    case "test_network":
    case "unknown_chain":
      return "network_id"
    case "memo_missing":
    case "memo_unsupported":
    case "memo_conflict":
    case "memo_invalid":
      return "memo"
    default:
      return "address"
  }
}

/** Why money cannot be paid out to an address. */
export function destinationProblemInWords(problem: DestinationProblem): string {
  switch (problem.code) {
    case "unknown_network":
      return `The provider has no network ${problem.networkId}.`
    case "test_network":
      return `${problem.networkName} is a test network, and this store is live.`
    case "unknown_chain":
      return `This version of the plugin does not know the addresses of ${problem.networkName}.`
    case "burn":
      return "No key exists for this address. Money sent to it is lost."
    case "token_contract":
      return `This is the contract, mint or issuer of ${problem.token}, not a wallet. Money sent to it is lost.`
    case "muxed": {
      const { address, memo } = problem.suggestion
      return `This is a muxed address, and payouts go to accounts only. It means the account ${address} with the memo ${memo}.`
    }
    case "whitespace":
    case "homoglyph":
      return textProblemInWords(problem)
    case "wrong_chain":
    case "length":
    case "checksum":
    case "malformed":
      return formProblemInWords(problem)
    default:
      return memoProblemInWords(problem)
  }
}

function textProblemInWords({ code, character, position, isLast }: TextProblem): string {
  const copyAgain = "Copy the address again from its source."
  const codePoint = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
  if (code === "homoglyph")
    return `Character ${position} is "${character}" (${codePoint}). It may look right, but no address has it. ${copyAgain}`
  const what = character === " " ? "a blank" : `a blank or an invisible character (${codePoint})`
  if (position === 1) return `The address begins with ${what}. Remove it.`
  if (isLast) return `The address ends with ${what}. Remove it.`
  return `Character ${position} is ${what}. ${copyAgain}`
}

const OWNERS = {
  evm: "an EVM network",
  sol: "Solana",
  stellar: "Stellar",
} as const satisfies Record<KnownChain, string>

const LENGTHS = {
  evm: "40 digits after 0x",
  sol: "32 bytes, 32 to 44 characters",
  stellar: "56 characters",
} as const satisfies Record<KnownChain, string>

function formProblemInWords(problem: AddressFormProblem): string {
  switch (problem.code) {
    case "wrong_chain":
      return `This is an address of ${OWNERS[problem.chain]}, not of ${problem.networkName}.`
    case "length":
      return `The address has the wrong length: ${problem.networkName} takes ${LENGTHS[problem.chain]}.`
    case "checksum":
      return "A character of the address is wrong: its checksum does not match. Copy it again from its source."
    case "malformed":
      return `This is not an address of ${problem.networkName}${malformedPartInWords(problem)}.`
  }
}

function malformedPartInWords(problem: Extract<AddressFormProblem, { code: "malformed" }>): string {
  switch (problem.reason) {
    case "prefix":
      return `: it must begin with ${problem.prefix}`
    case "character":
      return `: character ${problem.position} is "${problem.character}", which no address has`
    case "whole":
      return ""
  }
}

function memoProblemInWords(problem: MemoProblem): string {
  switch (problem.code) {
    case "memo_missing":
      return "On Stellar, exchanges share one account and find your money by its memo. Enter the memo, or confirm that none is needed."
    case "memo_unsupported":
      return `There are no memos on ${problem.networkName}, so this one would be lost on the way.`
    case "memo_conflict":
      return problem.reason === "muxed"
        ? "This is a muxed address, which contains an id. It cannot have a memo too."
        : "You entered a memo and confirmed that none is needed. Remove one of the two."
    case "memo_invalid":
      return problem.reason === "format"
        ? "The memo must be a number, a text of at most 28 bytes, or a hash of 64 hex digits."
        : "The memo begins or ends with a blank, or contains an invisible character."
  }
}

const NOT_SENT = "Nothing has been sent yet."

const IN_STATE = {
  requested: NOT_SENT,
  quoted: NOT_SENT,
  awaiting_approval: NOT_SENT,
  sending: "It is being sent.",
  sent: "The provider already has it.",
  unknown: "It may have been sent. Find it or close it as not sent first.",
  completed: "It is already paid.",
  failed: "It has failed. Request a new one.",
  refused: "It was refused. Request a new one.",
  cancelled: "It was cancelled. Request a new one.",
} as const satisfies Record<WithdrawalState, string>

/** Why an action on a withdrawal is not possible, beside its disabled button. */
export function obstacleInWords(obstacle: WithdrawalObstacle): string {
  switch (obstacle.code) {
    case "in_state":
      return IN_STATE[obstacle.state]
    case "awaiting_approval":
      return "It is confirmed. Another user must approve it."
    case "not_confirmed":
      return "It is not confirmed yet."
    case "quoting":
      return "A quote is being requested."
    case "no_quote":
      return "It has no quote. Request one first."
    case "expired":
      return "The quote has expired. Request a new one."
    case "still_sending":
      return "It is still being sent with the same key, as long as that is safe."
    case "no_mismatch":
      return "The provider does not contradict this store."
    case "mismatch_seen":
      return "It is already reviewed."
    case "followed":
      return `Its status is being checked. You can close it once the provider has not shown it for ${obstacle.days} days.`
    case "accepted":
    case "conflict":
      return signInWords(obstacle)
    case "payouts_off":
    case "payouts_not_allowed":
    case "payouts_api_key":
      return payoutRefusalInWords(obstacle)
    default:
      return withdrawalProblemInWords(obstacle)
  }
}

/** What speaks against a withdrawal itself. */
export function withdrawalProblemInWords(problem: WithdrawalProblem): string {
  switch (problem.code) {
    case "self_approval":
    case "approver_is_key":
    case "confirmation_void":
      return approvalProblemInWords(problem)
    case "no_limit":
    case "limit_exceeded":
      return limitProblemInWords(problem)
    case "quote_inconsistent":
      return `The provider's quote is inconsistent: ${inconsistencyInWords(problem)}. It cannot be confirmed. Request another quote. If that one is inconsistent too, report it to the provider.`
    case "quote_expired":
      return `The amount was computed ${momentInWords(problem.computedAt)} at the rate of that day. Cancel it and request a new payout of the refund.`
    case "destination_archived":
      return "Its destination is archived. Request a new one."
    case "destination_not_approved":
      return "Its destination awaits approval."
    case "own_address":
      return OWN_ADDRESS_WORDS
    case "already_done":
      return otherPayoutInWords(problem.otherPayout)
  }
}

function inconsistencyInWords(quote: InconsistentQuote): string {
  switch (quote.reason) {
    case "too_many_digits":
      return "a figure has more digits than any token"
    case "below_zero":
      return `${quote.figures.join(" and ")} below zero`
    case "fee_above_amount":
      return `the fee of ${quote.fee} is more than the amount of ${quote.amount}`
    case "net_above_amount":
      return `${quote.net} would arrive, which is more than the amount of ${quote.amount}`
    case "not_adding_up":
      return `${quote.net} would arrive, and the amount of ${quote.amount} without the fee of ${quote.fee} is ${quote.rest}`
    case "other_terms":
      return `it is for another ${differenceInWords(quote.difference)} than requested`
  }
}

const OTHER_PAYOUT = {
  requested: "is requested as well",
  quoted: "is requested as well",
  awaiting_approval: "waits for an approval as well",
  sending: "is being sent",
  sent: "is on its way",
  unknown: "may have been sent",
  completed: "is paid",
  failed: "is not what the provider reports",
  refused: "is not what the provider reports",
  cancelled: "is not what the provider reports",
} as const satisfies Record<WithdrawalState, string>

function otherPayoutInWords({ id, state, mismatch }: OtherPayout): string {
  const says = mismatch === null ? "" : ` ${mismatch}`
  return `Another payout of this refund, ${id}, ${OTHER_PAYOUT[state]}.${says} Review that one first: this one could pay the refund twice. Nothing was sent for this one, and you can cancel it.`
}

const QUOTE_CHANGED = {
  not_confirmed: "It is not confirmed yet.",
  quoting: "A new quote is being requested. Read it and confirm that one.",
  no_quote: "It no longer has a quote. Request a new one and confirm it.",
  newer_quote: "There is a newer quote. Read it and confirm that one.",
} as const

const CHANGED = "It has just changed. Reload it."

/** Why an action that was tried has changed nothing. */
export function refusalInWords(refusal: WithdrawalRefusal, nameOf: (actorId: string) => string): string {
  switch (refusal.reason) {
    case "done":
      return actionInWords(refusal.past, nameOf)
    case "in_state":
      return refusal.state === "cancelled" ? "It was cancelled." : `It is ${refusal.state} already.`
    case "not_possible": {
      const { past } = refusal
      const why = refusal.why && obstacleInWords(refusal.why)
      if (past === null) return why ?? CHANGED
      return `${actionInWords(past, nameOf)}${why === null ? "" : ` ${why}`}`
    }
    case "expired":
      return `The quote expired${refusal.at === null ? "" : ` ${momentInWords(refusal.at)}`}. Request a new one and confirm it.`
    case "taken":
      return `tx_hash: this is the transaction of withdrawal ${refusal.withdrawalId}. Give the one that paid this withdrawal.`
    case "problem":
      return withdrawalProblemInWords(refusal.problem)
    default:
      return QUOTE_CHANGED[refusal.reason]
  }
}

function actionInWords({ verb, by, at }: PastAction, nameOf: (actorId: string) => string): string {
  return `${nameOf(by)} ${verb} it${at === null ? "" : ` ${momentInWords(at)}`}.`
}
