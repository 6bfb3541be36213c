/** The sandbox's own names; the assumptions have one for each on the wire. */
export const INTENT_STATUSES = ["active", "replaced", "matched"] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

/** What can happen to an intent. */
export const INTENT_TRIGGERS = ["newer_intent", "deposit_assigned"] as const
export type IntentTrigger = (typeof INTENT_TRIGGERS)[number]

/**
 * Every step an intent can take; a pair that is not here is refused.
 *
 * @see service-interface "Auto Deposit Intent", rule 1; what becomes of an intent after its deposit is our own
 */
export const intentLifecycle: Record<IntentStatus, Partial<Record<IntentTrigger, IntentStatus>>> = {
  active: { newer_intent: "replaced", deposit_assigned: "matched" },
  replaced: {},
  matched: {},
}
