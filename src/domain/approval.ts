import type { PayoutProblem } from "./payout-codes"

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
  actor: { id: string; type: string }
  involved: readonly (string | null)[]
  isConfirmationVoid?: boolean
}): PayoutProblem<"self_approval" | "approver_is_key" | "confirmation_void"> | null {
  const { approval, actor, involved, isConfirmationVoid = false } = question
  if (approval === "none") return null
  if (actor.type !== "user") return APPROVER_IS_KEY
  if (involved.includes(actor.id)) return SELF_APPROVAL
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
