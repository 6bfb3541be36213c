import type { AssetProblem } from "../../domain/payout/payout-asset"
import type { ApprovalProblem, PayoutRefusal } from "../../domain/payout/payout-gate"
import type { LimitProblem } from "../../domain/payout/payout-limit"

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
