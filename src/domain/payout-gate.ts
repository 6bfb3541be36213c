import type { Approval } from "./approval"
import type { PayoutProblem } from "./payout-codes"

/** Who wants to move money out. */
export type PayoutActor = {
  id: string
  /** As Medusa names it: `user`, `api-key`, or another that may not. */
  type: string
  /** Of the user, or of the one who made the API key; null when not known. */
  email: string | null
  /** Who made the API key, or the key that it was made by; null for users, and where nobody knows. */
  ownerId: string | null
  /** Whether the user, or the one who made the API key, is a user of the store now. */
  isKnown: boolean
}

export type PayoutRefusal = PayoutProblem<"payouts_off" | "payouts_api_key" | "payouts_not_allowed">

/**
 * Why somebody may not move money out.
 *
 * Where users are named, an API key may do what the user may who made it, or is named itself. A user who was deleted may
 * not, although their token is good for hours, and has no keys any more either. Where it takes two persons, a key without
 * one may not: nobody could say whose second yes it is.
 *
 * @param access.users emails, in any case, and ids; undefined lets everybody in who may use the admin
 * @returns null when nothing speaks against it
 */
export function payoutRefusal(access: {
  hasPayoutKey: boolean
  actor: PayoutActor
  users: readonly string[] | undefined
  allowApiKeys: boolean
  approval: Approval
}): PayoutRefusal | null {
  const { hasPayoutKey, actor, users, allowApiKeys, approval } = access
  if (!hasPayoutKey) return PAYOUTS_OFF
  if (actor.type === "api-key" && !allowApiKeys) return NO_API_KEYS
  if (actor.type !== "api-key" && actor.type !== "user") return NOT_ALLOWED
  if (actor.id === "") return NOT_ALLOWED
  if (actor.type === "user" && !actor.isKnown) return GONE
  if (actor.type === "api-key" && approval === "second_user" && !actor.isKnown) return NOBODYS_KEY
  return users === undefined || isNamed(actor, users) ? null : NOT_ALLOWED
}

function isNamed({ id, ownerId, isKnown, email }: PayoutActor, users: readonly string[]): boolean {
  return users.some(
    (name) =>
      name === id ||
      (isKnown && name === ownerId) ||
      (email !== null && name.toLowerCase() === email.toLowerCase())
  )
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
const NOT_ALLOWED: PayoutRefusal = {
  code: "payouts_not_allowed",
  words: "You may not move money out. payouts.users in the options of the plugin names who may.",
}
const GONE: PayoutRefusal = {
  code: "payouts_not_allowed",
  words: "You may not move money out: you are no user of this store any more.",
}
const NOBODYS_KEY: PayoutRefusal = {
  code: "payouts_api_key",
  words:
    "This API key may not move money out: no user of this store has made it, and another user has to approve what it asks for. Log in, or use a key that a user has made.",
}
