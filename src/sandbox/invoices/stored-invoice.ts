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
  /** As the request wrote it: it is echoed, not reformatted. Changes when a deposit is assigned to an order. */
  amount: string
  amountBaseUnits: bigint
  /** Undefined for one that was paid from the beginning. */
  readonly expiresAtMs: number | undefined
  readonly receiver: Receiver
  readonly payout: PayoutPlan | undefined
  readonly customerId?: string
  /** Set when the service made it for a deposit. */
  readonly depositId?: string
  /** `matched`, or why its deposit is in review; absent for an explicit invoice and in the mode `ledger_only`. */
  autoDepositAssignmentStatus?: string
  /** Order of the intent that its deposit belongs to. */
  externalOrderId?: string
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
  /** Oldest first. */
  all(): readonly StoredInvoice[]
  newestFirst(): readonly StoredInvoice[]
}

export function createInvoiceStore(): InvoiceStore {
  const byId = new Map<string, StoredInvoice>()
  return {
    add: (invoice) => void byId.set(invoice.id, invoice),
    find: (id) => byId.get(id),
    all: () => [...byId.values()],
    newestFirst: () => [...byId.values()].reverse(),
  }
}
