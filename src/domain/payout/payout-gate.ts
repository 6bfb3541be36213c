import { addAmounts, compareAmounts } from "../../gateway/amount"
import { type Asset, type Environment, findToken, isTestNetwork, sharesSymbol } from "../../gateway/asset"
import { KNOWN_CHAINS, type Network, type Token } from "../../gateway/contract"

/**
 * Codes and HTTP statuses of the payout refusals in the admin API. Append-only. The service's own refusals
 * keep its codes.
 *
 * @see docs/developers/errors.md
 */
export const PAYOUT_CODES = {
  /** Who asks. */
  payouts_off: 403,
  payouts_api_key: 403,
  payouts_not_allowed: 403,
  self_approval: 403,
  approver_is_key: 403,
  second_user_missing: 403,
  /** What has happened meanwhile. */
  quote_expired: 409,
  quote_changed: 409,
  already_done: 409,
  confirmation_void: 409,
  request_reused: 409,
  absence_unproven: 400,
  may_have_left: 409,
  /** What a person says about one whose answer was lost. */
  transaction_malformed: 400,
  transaction_taken: 409,
  /** The quote. */
  quote_inconsistent: 400,
  /** How much. */
  limit_exceeded: 400,
  no_limit: 400,
  /** The choice of a destination. */
  destination_not_approved: 400,
  destination_archived: 400,
  destination_wrong_network: 400,
  destination_not_for_this: 400,
  own_address: 400,
  /** The asset. */
  token_unknown: 400,
  symbol_shared: 400,
  no_decimals: 400,
  no_identity: 400,
  test_network: 400,
  /** The address of a new destination. */
  unknown_network: 400,
  malformed: 400,
  length: 400,
  whitespace: 400,
  homoglyph: 400,
  checksum: 400,
  wrong_chain: 400,
  muxed: 400,
  memo_missing: 400,
  memo_invalid: 400,
  memo_unsupported: 400,
  memo_conflict: 400,
  address_differs: 400,
  memo_differs: 400,
  burn: 400,
  token_contract: 400,
  /** What a refund comes to. */
  over_refund: 400,
  exceeds_received: 400,
  too_small: 400,
  no_rate: 400,
  unknown_amount: 400,
  medusa_has_none: 400,
  /** The address that a shopper proposes for a refund. */
  payout_confirmed: 409,
  refund_done: 409,
  link_ended: 409,
  nothing_proposed: 409,
  proposal_changed: 409,
  no_email: 400,
  /** The store's own screening of an address. */
  screening_refused: 400,
} as const satisfies Record<string, 400 | 403 | 409>

export type PayoutCode = keyof typeof PAYOUT_CODES

export function isPayoutCode(code: string): code is PayoutCode {
  return Object.hasOwn(PAYOUT_CODES, code)
}

export type PayoutActor = {
  id: string
  /** As Medusa names it: `user`, `api-key`, or another that may not. */
  type: string
  /** User who made the API key; null for users, and where Medusa does not say. */
  ownerId: string | null
  isKnown: boolean
}

export type PayoutRefusal =
  | { code: "payouts_off" }
  | { code: "payouts_not_allowed"; reason: "list_empty" | "not_listed" | "not_a_user" }
  | { code: "payouts_api_key"; reason: "keys_off" | "maker_not_a_user" | "maker_not_listed" }

/**
 * Why an actor may not move money out.
 *
 * Users are matched by exact id: an invite can take an email, and a similar name is another user. An API key
 * may do what its maker may. A deleted user may not, although their token is valid for hours, and neither may
 * their keys.
 *
 * @param access.allowedUsers user ids; empty allows nobody
 */
export function payoutRefusal(access: {
  hasPayoutKey: boolean
  actor: PayoutActor
  allowedUsers: readonly string[]
  allowApiKeys: boolean
}): PayoutRefusal | null {
  const { hasPayoutKey, actor, allowedUsers, allowApiKeys } = access
  if (!hasPayoutKey) return { code: "payouts_off" }
  const person = personOf(actor)
  if (actor.type === "api-key") {
    const code = "payouts_api_key"
    if (!allowApiKeys) return { code, reason: "keys_off" }
    if (allowedUsers.length === 0) return { code: "payouts_not_allowed", reason: "list_empty" }
    if (person === null || !actor.isKnown) return { code, reason: "maker_not_a_user" }
    return allowedUsers.includes(person) ? null : { code, reason: "maker_not_listed" }
  }
  const code = "payouts_not_allowed"
  if (actor.type === "user" && allowedUsers.length === 0) return { code, reason: "list_empty" }
  if (actor.type !== "user" || person === null) return { code, reason: "not_listed" }
  if (!actor.isKnown) return { code, reason: "not_a_user" }
  return allowedUsers.includes(person) ? null : { code, reason: "not_listed" }
}

export function personOf({ type, id, ownerId }: PayoutActor): string | null {
  return (type === "user" ? id : ownerId) || null
}

/**
 * Whether a past action on a payout still counts: its author, or the maker of their key, may move money out
 * now.
 */
export function stillCounts(
  { by, owner }: { by: string; owner: string | null },
  access: { allowedUsers: readonly string[]; allowApiKeys: boolean }
): boolean {
  if (access.allowedUsers.includes(by)) return true
  return access.allowApiKeys && owner !== null && access.allowedUsers.includes(owner)
}

export const APPROVALS = ["none", "second_user"] as const
export type Approval = (typeof APPROVALS)[number]

/** On a chain whose addresses nobody can check, a second user approves whatever the option says. */
export function approvalOn(chain: string, approval: Approval): Approval {
  return KNOWN_CHAINS.some((known) => known === chain) ? approval : "second_user"
}

/** Who may move money out, and whether a second person has to approve, by the current options. */
export type PayoutAccess = { approval: Approval; allowedUsers: readonly string[]; allowApiKeys: boolean }

/** The options that the rule is read from. States of destinations are those that count under it. */
export type ApprovalRule = { payouts: { approval: Approval } }

export type ApprovalProblem = { code: "self_approval" | "approver_is_key" | "confirmation_void" }

/**
 * Why an actor may not approve: it takes a second person, and a key is none.
 *
 * @param question.isConfirmationVoid the author of the confirmation may no longer move money out, so it does
 * not count
 * @param question.involved requester and confirmer: users, API keys and the users who made those keys
 */
export function reasonAgainstApproval(question: {
  approval: Approval
  actor: { id: string; type: string; ownerId?: string | null }
  involved: readonly (string | null)[]
  isConfirmationVoid?: boolean
}): ApprovalProblem | null {
  const { approval, actor, involved, isConfirmationVoid = false } = question
  if (approval === "none") return null
  if (actor.type !== "user") return { code: "approver_is_key" }
  if ([actor.id, actor.ownerId].some((name) => name && involved.includes(name)))
    return { code: "self_approval" }
  return isConfirmationVoid ? { code: "confirmation_void" } : null
}

/**
 * An entry of `payouts.limits`; omitted fields match anything. Amounts in token units. An entry with only a
 * token covers all its networks together.
 */
export type PayoutLimit = {
  token: string
  networkId?: string | undefined
  canonicalAssetId?: string | undefined
  perWithdrawal?: string | undefined
  perDay?: string | undefined
}

/**
 * Which payouts of a token count for a daily limit; null for all networks, or for any asset with the symbol.
 */
export type LimitScope = { token: string; networkId: string | null; canonicalAssetId: string | null }
/** Most that may leave in 24 hours, decimal in token units. */
export type DayLimit = LimitScope & { amount: string }

/** The largest amounts of an asset; null for no limit. `unlisted`: only other assets have limits. */
export type AssetLimits = { perWithdrawal: string | null; perDay: DayLimit[] } | "none" | "unlisted"

export function scopeOf({ token, networkId, canonicalAssetId }: PayoutLimit): LimitScope {
  return { token, networkId: networkId ?? null, canonicalAssetId: canonicalAssetId ?? null }
}

export function limitsFor(asset: Asset, limits: readonly PayoutLimit[]): AssetLimits {
  if (limits.length === 0) return "none"
  const own = limits.filter((limit) => isLimitOf(limit, asset))
  if (own.length === 0) return "unlisted"
  return {
    perWithdrawal: lowest(own.map(({ perWithdrawal }) => perWithdrawal)),
    perDay: own.flatMap((limit) =>
      limit.perDay === undefined ? [] : [{ ...scopeOf(limit), amount: limit.perDay }]
    ),
  }
}

/** Amounts in token units. */
export type LimitProblem =
  | { code: "no_limit"; token: string }
  | { code: "limit_exceeded"; reason: "per_withdrawal"; limit: string; token: string; amount: string }
  /** `sent`: in the last 24 hours. A null `networkId` stands for all networks. */
  | {
      code: "limit_exceeded"
      reason: "per_day"
      limit: string
      networkId: string | null
      token: string
      sent: string
      amount: string
    }

/**
 * Why an amount is too large to be paid out.
 *
 * @param payout.sentLastDay sent in the last 24 hours without this payout, in token units, in the order of
 * the daily limits
 */
export function findLimitProblem(payout: {
  token: string
  amount: string
  limits: AssetLimits
  sentLastDay: readonly string[]
}): LimitProblem | null {
  const { token, amount, limits, sentLastDay } = payout
  if (limits === "none") return null
  if (limits === "unlisted") return { code: "no_limit", token }
  const { perWithdrawal, perDay } = limits
  if (perWithdrawal !== null && compareAmounts(amount, perWithdrawal) > 0)
    return { code: "limit_exceeded", reason: "per_withdrawal", limit: perWithdrawal, token, amount }
  return perDay.reduce<LimitProblem | null>((problem, { amount: limit, networkId }, index) => {
    const sent = sentLastDay[index] ?? "0"
    if (problem !== null || compareAmounts(addAmounts(sent, amount), limit) <= 0) return problem
    return { code: "limit_exceeded", reason: "per_day", limit, networkId, token, sent, amount }
  }, null)
}

function isLimitOf(limit: PayoutLimit, asset: Asset): boolean {
  return (
    limit.token === asset.token &&
    (limit.networkId === undefined || limit.networkId === asset.networkId) &&
    (limit.canonicalAssetId === undefined || limit.canonicalAssetId === asset.canonicalAssetId)
  )
}

function lowest(amounts: readonly (string | undefined)[]): string | null {
  return amounts.reduce<string | null>((low, amount) => {
    if (amount === undefined) return low
    return low === null || compareAmounts(amount, low) < 0 ? amount : low
  }, null)
}

export type AssetProblem =
  | {
      code: "token_unknown" | "symbol_shared" | "no_decimals" | "no_identity"
      token: string
      networkId: string
    }
  | { code: "test_network"; networkId: string }

/**
 * Why an asset cannot be paid out.
 *
 * A quote names an asset by chain, network and symbol only, so the symbol has to be unique and the catalog
 * has to identify its asset.
 *
 * @see service-interface "Withdrawal quote and withdrawal"
 */
export function findAssetProblem(payout: {
  asset: Asset
  tokens: readonly Token[]
  network: Network | undefined
  environment: Environment
}): AssetProblem | null {
  const { asset, tokens, network, environment } = payout
  const { networkId, token: symbol } = asset
  const named = { token: symbol, networkId }
  if (network === undefined) return { code: "token_unknown", ...named }
  if (environment === "live" && isTestNetwork(network)) return { code: "test_network", networkId }
  const token = findToken(tokens, asset) ?? tokens.find((one) => isNamed(one, asset) && isAnonymous(one))
  if (token === undefined) return { code: "token_unknown", ...named }
  if (sharesSymbol(token, tokens)) return { code: "symbol_shared", ...named }
  if (token.decimals === undefined) return { code: "no_decimals", ...named }
  return hasNoIdentity(token, tokens) ? { code: "no_identity", ...named } : null
}

function isNamed(token: Token, asset: Asset): boolean {
  return token.chain === asset.chain && token.networkId === asset.networkId && token.token === asset.token
}

/** Such a token cannot be distinguished from another one with the same name. */
function hasNoIdentity(token: Token, tokens: readonly Token[]): boolean {
  if (token.chain !== "evm") return isAnonymous(token)
  // A network has one native coin, without a contract. Of two, one is not what it seems.
  const coins = tokens.filter(
    (one) => one.chain === token.chain && one.networkId === token.networkId && !one.contractAddress
  )
  return coins.includes(token) && coins.length > 1
}

/** Stellar and Solana identify every asset, the native coin included. */
function isAnonymous({ chain, canonicalAssetId, tokenMint }: Token): boolean {
  if (chain === "stellar") return !canonicalAssetId
  return chain === "sol" && !tokenMint && !/^sol:[^:]+:native$/.test(canonicalAssetId ?? "")
}

/** Whose account it is: the merchant's own, or that of a customer who is owed a refund. */
export const DESTINATION_PURPOSES = ["treasury", "refund"] as const
export type DestinationPurpose = (typeof DESTINATION_PURPOSES)[number]

/**
 * Money goes to approved destinations only. An archived one never comes back: the address is entered and
 * approved again.
 */
export const DESTINATION_STATES = ["pending", "approved", "archived"] as const
export type DestinationState = (typeof DESTINATION_STATES)[number]

/**
 * The state of a destination under the current approval rule. Once payouts take a second user, one that only
 * its creator approved waits again.
 *
 * @param destination.has_second_approval another user than its creator approved it
 */
export function countedDestinationState(
  {
    state,
    chain,
    has_second_approval,
  }: { state: DestinationState; chain: string; has_second_approval: boolean },
  approval: Approval
): DestinationState {
  const takesSecond = approvalOn(chain, approval) === "second_user"
  return state === "approved" && takesSecond && !has_second_approval ? "pending" : state
}

export type DestinationAction = "approve" | "archive"

export type DestinationObstacle = { code: "archived" | "approved" } | PayoutRefusal | ApprovalProblem

/**
 * What stands against an action on a destination; null where it is possible.
 *
 * @param state under the current approval rule
 * @param operator.refusal why the actor may not move money out
 * @param operator.approvalRefusal why the actor may not approve it
 */
export function destinationObstacle(
  action: DestinationAction,
  state: DestinationState,
  operator: { refusal: PayoutRefusal | null; approvalRefusal: ApprovalProblem | null }
): DestinationObstacle | null {
  if (state === "archived" || (state === "approved" && action === "approve")) return { code: state }
  return operator.refusal ?? (action === "approve" ? operator.approvalRefusal : null)
}

export type UsedDestination = {
  state: DestinationState
  purpose: DestinationPurpose
  customer_id: string | null
  payment_id: string | null
  /** Takes this refund only; null for an address of the book. */
  single_use_refund_id: string | null
  chain: string
  network_id: string
}

/** A payout to it: of the treasury, or of a customer's refund. */
export type DestinationUse =
  | { purpose: "treasury"; chain: string; networkId: string }
  | ({ purpose: "refund"; chain: string; networkId: string } & RefundOf)

/** Medusa's customer, where known, our payment, and the refund itself. */
export type RefundOf = { customerId: string | null; paymentId: string; refundId: string }

export type UseProblem =
  | { code: "destination_not_approved" | "destination_archived" }
  | { code: "destination_wrong_network"; networkId: string; moneyNetworkId: string }
  | {
      code: "destination_not_for_this"
      reason: "of_a_customer" | "of_the_treasury" | "of_another_customer" | "of_another_refund"
    }

/**
 * Why a payout cannot go to a destination.
 *
 * A customer's address takes that customer's refunds only; a guest's takes those of the payment that it was
 * entered for.
 */
export function findUseProblem(destination: UsedDestination, use: DestinationUse): UseProblem | null {
  const { state, purpose, chain, network_id: networkId } = destination
  if (state === "archived") return { code: "destination_archived" }
  if (purpose !== use.purpose)
    return {
      code: "destination_not_for_this",
      reason: purpose === "refund" ? "of_a_customer" : "of_the_treasury",
    }
  if (use.purpose === "refund" && isOfAnotherRefund(destination, use))
    return { code: "destination_not_for_this", reason: "of_another_refund" }
  if (use.purpose === "refund" && !isOfSame(destination, use))
    return { code: "destination_not_for_this", reason: "of_another_customer" }
  if (chain !== use.chain || networkId !== use.networkId)
    return { code: "destination_wrong_network", networkId, moneyNetworkId: use.networkId }
  return state === "approved" ? null : { code: "destination_not_approved" }
}

function isOfAnotherRefund(
  { single_use_refund_id: only }: Pick<UsedDestination, "single_use_refund_id">,
  { refundId }: RefundOf
): boolean {
  return only !== null && only !== refundId
}

export function isOfSame(
  { customer_id, payment_id }: Pick<UsedDestination, "customer_id" | "payment_id">,
  { customerId, paymentId }: Pick<RefundOf, "customerId" | "paymentId">
): boolean {
  return customer_id === null ? payment_id === paymentId : customer_id === customerId
}
