import { isFinal } from "./lifecycle"
import type { StoredQuote, StoredWithdrawal } from "./stored-withdrawal"

export type WithdrawalStore = {
  add(withdrawal: StoredWithdrawal): void
  find(id: string): StoredWithdrawal | undefined
  /** The last one that carries a reference of the caller. */
  findByReference(clientReference: string): StoredWithdrawal | undefined
  /** Oldest first. */
  all(): readonly StoredWithdrawal[]
  /** Those that have not ended, oldest first. */
  open(): readonly StoredWithdrawal[]
  addQuote(quote: StoredQuote): void
  findQuote(id: string): StoredQuote | undefined
  /** Addresses that the network or a screening refuses, once money is sent to them. */
  readonly rejectedAddresses: Set<string>
  /** Addresses that many share, which take no money without a memo. */
  readonly memoAddresses: Set<string>
  /** Addresses of Solana with an account for a token, as `<asset>@<address>`. */
  readonly tokenAccounts: Set<string>
}

export function createWithdrawalStore(): WithdrawalStore {
  const byId = new Map<string, StoredWithdrawal>()
  const byReference = new Map<string, StoredWithdrawal>()
  const unfinished = new Set<StoredWithdrawal>()
  const quotes = new Map<string, StoredQuote>()
  return {
    add(withdrawal) {
      byId.set(withdrawal.id, withdrawal)
      unfinished.add(withdrawal)
      if (withdrawal.clientReference !== undefined) byReference.set(withdrawal.clientReference, withdrawal)
    },
    find: (id) => byId.get(id),
    findByReference: (clientReference) => byReference.get(clientReference),
    all: () => [...byId.values()],
    open() {
      for (const withdrawal of unfinished) if (isFinal(withdrawal.status)) unfinished.delete(withdrawal)
      return [...unfinished]
    },
    addQuote: (quote) => void quotes.set(quote.id, quote),
    findQuote: (id) => quotes.get(id),
    rejectedAddresses: new Set(),
    memoAddresses: new Set(),
    tokenAccounts: new Set(),
  }
}
