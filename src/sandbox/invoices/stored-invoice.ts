import type { Rail, ReceiveMode } from "../../gateway/contract"
import type { CatalogNetwork } from "../catalog/networks"
import type { CatalogToken } from "../catalog/tokens"
import type { PayoutPlan } from "../payouts/payout-plan"
import type { InvoiceStatus } from "./lifecycle"

/** Where a payer sends to. `address` is undefined until a dedicated Stellar account is ready. */
export type Receiver = { address: string | undefined; receiveMode?: ReceiveMode; memoId?: string }

/** An invoice inside the sandbox. Amounts are base units of `asset`, instants epoch milliseconds. */
export type StoredInvoice = {
  readonly id: string
  readonly rail: Rail
  readonly network: CatalogNetwork
  readonly asset: CatalogToken
  /** As the request wrote it: it is echoed, not reformatted. */
  readonly amount: string
  readonly amountBaseUnits: bigint
  readonly expiresAtMs: number
  readonly receiver: Receiver
  readonly payout: PayoutPlan | undefined
  status: InvoiceStatus
  receivedBaseUnits: bigint
  /** Set by the payment that completed the amount. */
  completion?: { txHash: string; confirmations: number }
}

/** Whether the amount is complete and only blocks are missing. */
export function isAwaitingBlocks(invoice: StoredInvoice): boolean {
  return invoice.completion !== undefined && ["pending", "confirming"].includes(invoice.status)
}

export type InvoiceStore = {
  add(invoice: StoredInvoice): void
  find(id: string): StoredInvoice | undefined
  hasMemo(memoId: string): boolean
  /** Oldest first. */
  all(): readonly StoredInvoice[]
  newestFirst(): readonly StoredInvoice[]
}

export function createInvoiceStore(): InvoiceStore {
  const byId = new Map<string, StoredInvoice>()
  const memoIds = new Set<string>()
  return {
    add(invoice) {
      byId.set(invoice.id, invoice)
      if (invoice.receiver.memoId) memoIds.add(invoice.receiver.memoId)
    },
    find: (id) => byId.get(id),
    hasMemo: (memoId) => memoIds.has(memoId),
    all: () => [...byId.values()],
    newestFirst: () => [...byId.values()].reverse(),
  }
}
