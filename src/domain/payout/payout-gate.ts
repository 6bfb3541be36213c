import type { PayoutProblem } from "./payout-codes"

/** Who wants to move money out. */
export type PayoutActor = {
  id: string
  /** As Medusa names it: `user`, `api-key`, or another that may not. */
  type: string
  /** User who made the API key; null for users, and where Medusa does not say. */
  ownerId: string | null
  /** Whether the user, or the user who made the API key, is a user of the store now. */
  isKnown: boolean
}

export type PayoutRefusal = PayoutProblem<"payouts_off" | "payouts_api_key" | "payouts_not_allowed">

/**
 * Why somebody may not move money out.
 *
 * Only ids count, character by character: emails can be taken by an invite, and a name that only looks the same is another
 * user. An API key has no rights of its own: it may do what the user may who made it. A user who was deleted may not, although
 * their token is good for hours, and neither may their keys.
 *
 * @param access.allowedUsers ids of users; empty lets nobody in
 * @returns null when nothing speaks against it
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

/** The user behind an actor: themselves, or the one who made the key. */
function personOf({ type, id, ownerId }: PayoutActor): string | null {
  return (type === "user" ? id : ownerId) || null
}

/**
 * Whether what somebody did to a payout still counts: they, or the user who made their key, may move money out now.
 *
 * @param by user or API key; `owner` is the user who made the key
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
  words: "You may not move money out: you are no user of this store any more.",
}
const NOBODYS_KEY: PayoutRefusal = {
  code: "payouts_api_key",
  words:
    "This API key may not move money out: no user of this store has made it. Log in, or use a key that a user in payouts.allowedUsers has made.",
}
const FOREIGN_KEY: PayoutRefusal = {
  code: "payouts_api_key",
  words:
    "This API key may not move money out: the user who made it is not in payouts.allowedUsers. Log in, or use a key that an allowed user has made.",
}

/** Whether another user has to approve what one has asked for. */
export const APPROVALS = ["none", "second_user"] as const
export type Approval = (typeof APPROVALS)[number]

/**
 * Why somebody may not approve: it takes a second person, and a key is none.
 *
 * @param question.isConfirmationVoid whoever confirmed may no longer move money out: their part of the two does not count
 * @param question.involved who asked and who confirmed: users, API keys and the users who made those keys
 * @returns null when nothing speaks against it
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
  words: "Somebody else has to approve what you requested.",
} as const
const CONFIRMATION_VOID = {
  code: "confirmation_void",
  words:
    "The user who confirmed it may no longer move money out: payouts.allowedUsers has changed. Cancel it and request it anew.",
} as const
const APPROVER_IS_KEY = {
  code: "approver_is_key",
  words: "A secret API key cannot approve. A user has to log in and approve it.",
} as const

/** Who can ask for a payout: a user who is logged in, or a secret API key. */
export const REQUESTER_TYPES = ["user", "api-key"] as const
export type RequesterType = (typeof REQUESTER_TYPES)[number]
