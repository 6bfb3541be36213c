import type { PayoutProblem } from "./payout-codes"

export type PayoutActor = {
  id: string
  /** As Medusa names it: `user`, `api-key`, or another that may not. */
  type: string
  /** User who made the API key; null for users, and where Medusa does not say. */
  ownerId: string | null
  isKnown: boolean
}

export type PayoutRefusal = PayoutProblem<"payouts_off" | "payouts_api_key" | "payouts_not_allowed">

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
  if (!hasPayoutKey) return PAYOUTS_OFF
  if (actor.type !== "api-key" && actor.type !== "user") return NOT_ALLOWED
  if (actor.type === "api-key" && !allowApiKeys) return NO_API_KEYS
  if (allowedUsers.length === 0) return NOBODY
  const person = personOf(actor)
  if (person === null) return actor.type === "api-key" ? NOBODYS_KEY : NOT_ALLOWED
  if (!actor.isKnown) return actor.type === "api-key" ? NOBODYS_KEY : GONE
  if (allowedUsers.includes(person)) return null
  return actor.type === "api-key" ? FOREIGN_KEY : NOT_ALLOWED
}

/** The user behind an actor: themselves, or the maker of the key. */
function personOf({ type, id, ownerId }: PayoutActor): string | null {
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

const PAYOUTS_OFF: PayoutRefusal = {
  code: "payouts_off",
  words:
    "Payouts are off: payoutApiKey is not set. Set it in the options of the plugin and restart the store.",
}
const NO_API_KEYS: PayoutRefusal = {
  code: "payouts_api_key",
  words: "Secret API keys cannot move money out here. Log in, or set payouts.allowApiKeys.",
}
const NOBODY: PayoutRefusal = {
  code: "payouts_not_allowed",
  words:
    "Nobody may move money out: payouts.allowedUsers is empty. Copy the ids of the users who may from Settings > Crypto payments " +
    "into the options of the plugin, and restart the store.",
}
const NOT_ALLOWED: PayoutRefusal = {
  code: "payouts_not_allowed",
  words:
    "You may not move money out: your user id is not in payouts.allowedUsers. The owner of the store finds it in Settings > Crypto payments.",
}
const GONE: PayoutRefusal = {
  code: "payouts_not_allowed",
  words: "You may not move money out: you are no longer a user of this store.",
}
const NOBODYS_KEY: PayoutRefusal = {
  code: "payouts_api_key",
  words:
    "This API key may not move money out: its maker is not a user of this store. Log in, or use a key made by a user in payouts.allowedUsers.",
}
const FOREIGN_KEY: PayoutRefusal = {
  code: "payouts_api_key",
  words:
    "This API key may not move money out: its maker is not in payouts.allowedUsers. Log in, or use a key made by an allowed user.",
}

/** Whether a second user has to approve a payout. */
export const APPROVALS = ["none", "second_user"] as const
export type Approval = (typeof APPROVALS)[number]

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
}): PayoutProblem<"self_approval" | "approver_is_key" | "confirmation_void"> | null {
  const { approval, actor, involved, isConfirmationVoid = false } = question
  if (approval === "none") return null
  if (actor.type !== "user") return APPROVER_IS_KEY
  if ([actor.id, actor.ownerId].some((name) => name && involved.includes(name))) return SELF_APPROVAL
  return isConfirmationVoid ? CONFIRMATION_VOID : null
}

const SELF_APPROVAL = {
  code: "self_approval",
  words: "Another user has to approve what you requested.",
} as const
const CONFIRMATION_VOID = {
  code: "confirmation_void",
  words:
    "The user who confirmed it may no longer move money out: payouts.allowedUsers has changed. Cancel it and request it again.",
} as const
const APPROVER_IS_KEY = {
  code: "approver_is_key",
  words: "A secret API key cannot approve. A user has to log in and approve it.",
} as const

export const REQUESTER_TYPES = ["user", "api-key"] as const
export type RequesterType = (typeof REQUESTER_TYPES)[number]
