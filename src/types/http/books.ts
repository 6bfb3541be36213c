/** What the treasury holds of one asset, in token units. */
export type OnchainBalance = {
  chain: string
  network_id: string
  network_name: string
  token: string
  canonical_asset_id: string | null
  /** What can be withdrawn. */
  total: string
  /** Seen on addresses; not withdrawable. */
  total_held: string | null
  /** Shown for the books; not withdrawable. */
  requires_recovery: string | null
  /** Amounts of ours on their way out. */
  on_its_way: string
}

/** Answer of `GET /admin/onchain/balances`. */
export type OnchainBalanceListResponse = {
  balances: OnchainBalance[]
  /** The provider's list was read to its end: what it does not have, the business does not hold. */
  is_complete: boolean
  asked_at: string
}

/** A transaction as the service keeps it. */
export type OnchainTransaction = {
  id: string
  /** The service's words, verbatim. */
  type: string | null
  direction: string | null
  chain: string
  network_id: string
  network_name: string
  token: string
  canonical_asset_id: string | null
  /** Decimal in token units. */
  amount: string | null
  tx_hash: string | null
  reference: string | null
  /** ISO 8601: when it happened, else when it was first seen. */
  at: string
  /** What of ours it belongs to. */
  about: {
    kind: "payment" | "deposit" | "withdrawal"
    id: string
    order: { id: string; display_id: number | null } | null
  } | null
}

/** Answer of `GET /admin/onchain/transactions` and of `POST .../transactions/sync`. */
export type OnchainTransactionListResponse = {
  transactions: OnchainTransaction[]
  /** Up to 1,000; there are more when `is_count_exact` is false. */
  count: number
  is_count_exact: boolean
  limit: number
  offset: number
  sync: {
    /** ISO 8601: when the whole list was last read to its end. */
    finished_at: string | null
    /** When new ones were last looked for, be it by reading the whole list. */
    looked_at: string | null
    is_running: boolean
    /** Why the whole list could not be read, until it is; else why the last quick look failed. */
    last_error: string | null
  }
}
