/** Who may move money out, and what stands in the way. */
export type PayoutUsersFinding =
  | { code: "none" }
  /** Ids in `payouts.allowedUsers` of no user of this store. */
  | { code: "unknown"; ids: string[] }
  /** A second user must approve, and there is no second one. */
  | { code: "too_few" }
  | { code: "allowed" }

/** Judges the option `payouts.allowedUsers` by the users of the store. */
export function judgePayoutUsers(
  { allowedUsers, approval }: { allowedUsers: readonly string[]; approval: "none" | "second_user" },
  userIds: readonly string[]
): PayoutUsersFinding {
  if (allowedUsers.length === 0) return { code: "none" }
  const ids = allowedUsers.filter((id) => !userIds.includes(id))
  if (ids.length > 0) return { code: "unknown", ids }
  return approval === "second_user" && new Set(allowedUsers).size < 2
    ? { code: "too_few" }
    : { code: "allowed" }
}
