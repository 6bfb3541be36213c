/** Who can ask for a payout: a user who is logged in, or a secret API key. */
export const REQUESTER_TYPES = ["user", "api-key"] as const
export type RequesterType = (typeof REQUESTER_TYPES)[number]
