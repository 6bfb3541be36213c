import type { Rail } from "../../gateway/contract"
import type { CatalogToken } from "../catalog/tokens"
import type { PayoutPlan } from "../payouts/payout-plan"
import type { IntentStatus } from "./lifecycle"

/** An auto-deposit intent inside the sandbox. Amounts are base units of `asset`. */
export type StoredIntent = {
  readonly id: string
  readonly customerId: string
  readonly externalOrderId: string
  readonly rail: Rail
  readonly asset: CatalogToken
  /** As the request wrote it: it is echoed, not reformatted. */
  readonly expectedAmount: string
  readonly expectedBaseUnits: bigint
  readonly payout: PayoutPlan | undefined
  /** The customer's address, or the treasury with a memo of the intent's own. */
  readonly receiver: { address: string; memoId?: string }
  readonly createdAtMs: number
  status: IntentStatus
}

export type IntentStore = {
  add(intent: StoredIntent): void
  find(id: string): StoredIntent | undefined
  /** Active ones of a customer on a network, oldest first. */
  activeOf(customerId: string, networkId: string): StoredIntent[]
  /** Oldest first. */
  all(): readonly StoredIntent[]
}

export function createIntentStore(): IntentStore {
  const byId = new Map<string, StoredIntent>()
  const byCustomer = new Map<string, StoredIntent[]>()
  return {
    add(intent) {
      byId.set(intent.id, intent)
      const own = byCustomer.get(intent.customerId) ?? []
      byCustomer.set(intent.customerId, [...own.filter(isActive), intent])
    },
    find: (id) => byId.get(id),
    activeOf: (customerId, networkId) =>
      (byCustomer.get(customerId) ?? []).filter(
        (intent) => isActive(intent) && intent.rail.networkId === networkId
      ),
    all: () => [...byId.values()],
  }
}

function isActive({ status }: StoredIntent): boolean {
  return status === "active"
}
