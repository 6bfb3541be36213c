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
  unknown_chain: 400,
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
  const isKey = actor.type === "api-key"
  if (!hasPayoutKey) return { code: "payouts_off" }
  if (!isKey && actor.type !== "user") return notAllowed("not_listed")
  if (isKey && !allowApiKeys) return keyRefused("keys_off")
  if (allowedUsers.length === 0) return notAllowed("list_empty")
  const person = personOf(actor)
  if (person === null) return isKey ? keyRefused("maker_not_a_user") : notAllowed("not_listed")
  if (!actor.isKnown) return isKey ? keyRefused("maker_not_a_user") : notAllowed("not_a_user")
  if (allowedUsers.includes(person)) return null
  return isKey ? keyRefused("maker_not_listed") : notAllowed("not_listed")
}

type Reason<Code extends PayoutRefusal["code"]> = Extract<
  PayoutRefusal,
  { code: Code; reason: string }
>["reason"]

function notAllowed(reason: Reason<"payouts_not_allowed">): PayoutRefusal {
  return { code: "payouts_not_allowed", reason }
}

function keyRefused(reason: Reason<"payouts_api_key">): PayoutRefusal {
  return { code: "payouts_api_key", reason }
}

/** The user behind an actor: themselves, or the maker of the key. */
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

/** Whether a second user has to approve a payout. */
export const APPROVALS = ["none", "second_user"] as const
export type Approval = (typeof APPROVALS)[number]

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

export const REQUESTER_TYPES = ["user", "api-key"] as const
export type RequesterType = (typeof REQUESTER_TYPES)[number]
