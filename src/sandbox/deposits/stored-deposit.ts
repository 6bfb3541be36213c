import type { AssignmentStatus } from "../../gateway/contract"
import type { CatalogNetwork } from "../catalog/networks"
import type { StoredIntent } from "../intents/stored-intent"
import type { ObservedAsset } from "../payments/observed-asset"
import type { DepositStatus } from "./lifecycle"

/** Money that reached a customer, or the treasury for nobody. Amounts are base units of `asset`. */
export type ObservedDeposit = {
  readonly id: string
  /** Undefined where no memo says whose it is. */
  readonly customerId: string | undefined
  /** Set when a memo of the treasury named it. */
  readonly namedIntentId: string | undefined
  readonly network: CatalogNetwork
  readonly asset: ObservedAsset
  readonly amountBaseUnits: bigint
  readonly transaction: {
    readonly txHash: string
    readonly operationIndex: number
    readonly fromAddress: string
    readonly toAddress: string
    readonly memo: string | null
  }
  readonly observedAtMs: number
}

/** A deposit that waits, or waited, for a person. */
export type StoredDeposit = ObservedDeposit & {
  /** Why it is in review, and `matched` once it was assigned. */
  assignmentStatus: AssignmentStatus | "matched"
  /** The intent it may have been meant for. */
  expectedIntent: StoredIntent | undefined
  status: DepositStatus
  /** The invoice that records it. */
  readonly invoiceId: string | undefined
  /** Whether the next refund is to fail, for tests of that path. */
  failsNextRefund: boolean
}

export type DepositStore = {
  add(deposit: StoredDeposit): void
  find(id: string): StoredDeposit | undefined
  newestFirst(): readonly StoredDeposit[]
}

/** Creates the store of deposits in review; those that were clear never come here. */
export function createDepositStore(): DepositStore {
  const byId = new Map<string, StoredDeposit>()
  return {
    add: (deposit) => void byId.set(deposit.id, deposit),
    find: (id) => byId.get(id),
    newestFirst: () => [...byId.values()].reverse(),
  }
}
