import type { PayoutProblem } from "./payout-codes"

/** Who wants to move money out. */
export type PayoutActor = {
  id: string
  /** As Medusa names it: `user`, `api-key`, or another that may not. */
  type: string
  /** Of the user, or of the one who made the API key; null when not known. */
  email: string | null
  /** User who made the API key; null for users. */
  ownerId: string | null
}

export type PayoutRefusal = PayoutProblem<"payouts_off" | "payouts_api_key" | "payouts_not_allowed">

/**
 * Why somebody may not move money out.
 *
 * Where users are named, an API key may do what the user may who made it, or is named itself.
 *
 * @param access.users emails, in any case, and ids; undefined lets everybody in who may use the admin
 * @returns null when nothing speaks against it
 */
export function payoutRefusal(access: {
  hasPayoutKey: boolean
  actor: PayoutActor
  users: readonly string[] | undefined
  allowApiKeys: boolean
}): PayoutRefusal | null {
  const { hasPayoutKey, actor, users, allowApiKeys } = access
  if (!hasPayoutKey) return PAYOUTS_OFF
  if (actor.type === "api-key" && !allowApiKeys) return NO_API_KEYS
  if (actor.type !== "api-key" && actor.type !== "user") return NOT_ALLOWED
  if (actor.id === "") return NOT_ALLOWED
  return users === undefined || isNamed(actor, users) ? null : NOT_ALLOWED
}

function isNamed({ id, ownerId, email }: PayoutActor, users: readonly string[]): boolean {
  return users.some(
    (name) =>
      name === id || name === ownerId || (email !== null && name.toLowerCase() === email.toLowerCase())
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
