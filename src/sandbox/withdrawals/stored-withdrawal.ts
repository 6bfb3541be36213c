import type { Rail } from "../../gateway/contract"
import type { GasLine } from "../billing/gas-price"
import type { CatalogNetwork, CatalogToken } from "../catalog/catalog"
import { createStore, lifecycle } from "../store"

export type Destination = { destinationAddress: string; memo?: string }

/** Amounts are base units of `asset`; the fee comes out of the amount. */
export type WithdrawalTerms = Readonly<Destination> & {
  readonly rail: Rail
  readonly network: CatalogNetwork
  readonly asset: CatalogToken
  readonly amountBaseUnits: bigint
  readonly feeBaseUnits: bigint
}

export type StoredQuote = WithdrawalTerms & {
  readonly id: string
  readonly expiresAtMs: number
  /** Set once the quote is used. */
  withdrawalId?: string
}

/** Ordered by an API call, an invoice's payout, or an operator. */
export type WithdrawalKind = "payout_api" | "payout_leg" | "dashboard"

export type StoredWithdrawal = WithdrawalTerms & {
  readonly id: string
  readonly kind: WithdrawalKind
  readonly createdAtMs: number
  readonly clientReference?: string
  readonly quoteId?: string
  /** The invoice of a payout leg. */
  readonly invoiceId?: string
  status: WithdrawalStatus
  /** Whether its amount is in the account `reserved`. */
  isFunded: boolean
  /** Gas of the remaining steps. */
  unpaidGas: readonly GasLine[]
  txHash?: string
  failureReason?: string
}

/**
 * Every transition of a withdrawal. The assumptions map all names but the two documented ones.
 *
 * @see service-interface "Withdrawal"; what follows queueing is the sandbox's own
 */
export const withdrawalLifecycle = lifecycle({
  queued: {
    funds_sweeping: "pending_funds",
    funds_taken: "funds_reserved",
    started: "processing",
    gas_missing: "gas_blocked",
    failed: "failed",
  },
  pending_funds: { funds_available: "processing", failed: "failed" },
  funds_reserved: {
    funds_sweeping: "pending_funds",
    funds_available: "processing",
    funds_spent: "failed",
    failed: "failed",
  },
  processing: {
    gas_missing: "gas_blocked",
    sent: "broadcast",
    destination_refused: "destination_rejected",
    failed: "failed",
  },
  gas_blocked: { gas_covered: "processing", failed: "failed" },
  broadcast: { confirmed: "completed", failed: "failed" },
  completed: {},
  destination_rejected: {},
  failed: {},
})
export type WithdrawalStatus = keyof typeof withdrawalLifecycle
export type WithdrawalTrigger = keyof (typeof withdrawalLifecycle)[WithdrawalStatus]

export function isFinal(status: WithdrawalStatus): boolean {
  return Object.keys(withdrawalLifecycle[status]).length === 0
}

export function createWithdrawalStore() {
  const store = createStore<StoredWithdrawal>("withdrawal")
  const byReference = new Map<string, StoredWithdrawal>()
  const unfinished = new Set<StoredWithdrawal>()
  const quotes = new Map<string, StoredQuote>()
  return {
    ...store,
    add(withdrawal: StoredWithdrawal): void {
      store.add(withdrawal)
      unfinished.add(withdrawal)
      if (withdrawal.clientReference !== undefined) byReference.set(withdrawal.clientReference, withdrawal)
    },
    /** The last withdrawal with this reference. */
    findByReference: (clientReference: string) => byReference.get(clientReference),
    open(): readonly StoredWithdrawal[] {
      for (const withdrawal of unfinished) if (isFinal(withdrawal.status)) unfinished.delete(withdrawal)
      return [...unfinished]
    },
    addQuote: (quote: StoredQuote) => void quotes.set(quote.id, quote),
    findQuote: (id: string) => quotes.get(id),
    /** Addresses that the network or a screening rejects. */
    rejectedAddresses: new Set<string>(),
    /** Shared addresses that need a memo. */
    memoAddresses: new Set<string>(),
    /** Solana token accounts, as `<asset>@<address>`. */
    tokenAccounts: new Set<string>(),
  }
}
