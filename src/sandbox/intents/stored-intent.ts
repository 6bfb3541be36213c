import type { Rail } from "../../gateway/contract"
import type { CatalogToken } from "../catalog/catalog"
import type { PayoutPlan } from "../payouts/payout-route"
import { createStore, lifecycle, nextStatus } from "../store"

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

/**
 * Every transition of an intent. The assumptions map the names to wire names; `matched` is the sandbox's own.
 *
 * @see service-interface "Auto Deposit Intent", rule 1
 */
export const intentLifecycle = lifecycle({
  active: { newer_intent: "replaced", deposit_assigned: "matched" },
  replaced: {},
  matched: {},
})
type IntentStatus = keyof typeof intentLifecycle

/** The payout of a matched deposit; none for a tolerated underpayment. @see service-interface "States and transitions" */
export function payoutOf(intent: StoredIntent, amountBaseUnits: bigint): PayoutPlan | undefined {
  return amountBaseUnits < intent.expectedBaseUnits ? undefined : intent.payout
}

/** Takes a transition. No webhook: the document names none for intents. @throws SandboxError */
export function takeIntentStep(
  intent: StoredIntent,
  trigger: keyof (typeof intentLifecycle)[IntentStatus]
): void {
  intent.status = nextStatus(intentLifecycle, "intent", intent, trigger)
}
