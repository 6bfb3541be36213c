import type { Rail } from "../../gateway/contract"
import type { CatalogToken } from "../catalog/catalog"
import type { PayoutPlan } from "../payouts/payout-route"
import { createStore, nextStatus, type Lifecycle } from "../store"

/** Amounts are base units of `asset`. */
export type StoredIntent = {
  readonly id: string
  readonly customerId: string
  readonly externalOrderId: string
  readonly rail: Rail
  readonly asset: CatalogToken
  /** Echoed as the request wrote it. */
  readonly expectedAmount: string
  readonly expectedBaseUnits: bigint
  readonly payout: PayoutPlan | undefined
  /** The customer's address, or the treasury with the intent's memo. */
  readonly receiver: { address: string; memoId?: string }
  readonly createdAtMs: number
  status: IntentStatus
}

export function createIntentStore() {
  const store = createStore<StoredIntent>("intent")
  const byCustomer = new Map<string, StoredIntent[]>()
  return {
    ...store,
    add(intent: StoredIntent): void {
      store.add(intent)
      const own = byCustomer.get(intent.customerId) ?? []
      byCustomer.set(intent.customerId, [...own.filter(isActive), intent])
    },
    /** Active intents of a customer on a network, oldest first. */
    activeOf: (customerId: string, networkId: string) =>
      (byCustomer.get(customerId) ?? []).filter(
        (intent) => isActive(intent) && intent.rail.networkId === networkId
      ),
  }
}

function isActive({ status }: StoredIntent): boolean {
  return status === "active"
}

/** The sandbox's own names; the assumptions map them to wire names. */
export const INTENT_STATUSES = ["active", "replaced", "matched"] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

export const INTENT_TRIGGERS = ["newer_intent", "deposit_assigned"] as const
export type IntentTrigger = (typeof INTENT_TRIGGERS)[number]

/**
 * Every transition of an intent; any other pair is refused. `matched` is the sandbox's own.
 *
 * @see service-interface "Auto Deposit Intent", rule 1
 */
export const intentLifecycle: Lifecycle<IntentStatus, IntentTrigger> = {
  active: { newer_intent: "replaced", deposit_assigned: "matched" },
  replaced: {},
  matched: {},
}

/**
 * The payout of a matched deposit; none for a tolerated underpayment.
 *
 * @see service-interface "States and transitions"
 */
export function payoutOf(intent: StoredIntent, amountBaseUnits: bigint): PayoutPlan | undefined {
  return amountBaseUnits < intent.expectedBaseUnits ? undefined : intent.payout
}

/** Takes a transition. No webhook: the document names none for intents. @throws SandboxError */
export function takeIntentStep(intent: StoredIntent, trigger: IntentTrigger): void {
  intent.status = nextStatus(intentLifecycle, "intent", intent, trigger)
}
