export type OnchainReportState = "queued" | "running" | "done" | "failed"

/** A comparison of Medusa's captures with the service's invoices and transactions, over some days. */
export type OnchainReport = {
  id: string
  /** First and last day, `YYYY-MM-DD` in UTC. */
  from: string
  to: string
  state: OnchainReportState
  requested_by: string | null
  /** ISO 8601. */
  created_at: string
  finished_at: string | null
  /** How far it has come. */
  rows_read: number
  /** Null until it is done. */
  difference_count: number | null
  /** Lists of the provider that were incomplete, with the rows that were read: what they do not have is not called missing. */
  incomplete_lists: { list: string; rows: number }[]
  /** Why it failed; of one that is `queued`, why it is tried again. */
  last_error: string | null
}

/** One day of one asset. Decimals in token units, `fiat` in major units. */
export type OnchainReportLine = {
  day: string
  chain: string
  network_id: string
  network_name: string
  token: string
  canonical_asset_id: string | null
  captures: { count: number; tokens: string; fiat: { currency_code: string; amount: string }[] }
  invoices: { count: number; tokens: string }
  receipts: { count: number; tokens: string }
  fees: string
  payouts: { count: number; tokens: string }
  refunds: { count: number; tokens: string }
}

export type OnchainReportDifferenceKind =
  | "not_captured"
  | "capture_without_invoice"
  | "amount_differs"
  | "no_transaction"
  | "transaction_without_invoice"
  | "payout_unknown"
  | "payout_missing"
  | "payout_differs"

/** Something that one side has and another has not, or not so. */
export type OnchainReportDifference = {
  kind: OnchainReportDifferenceKind
  day: string
  network_id: string
  token: string
  /** What it was compared by: an invoice, a deposit or a withdrawal of the service, else our own id. */
  match_key: string
  /** Set where it is about the money of an order: `expected` and `found` are in its major units then. */
  currency_code: string | null
  /** Decimals in token units, but for the money of an order. */
  expected: string | null
  found: string | null
  /** In words for the operator. */
  explanation: string
  order: { id: string; display_id: number | null } | null
}

/** Body of `POST /admin/onchain/reports`: days, `YYYY-MM-DD`, both included. */
export type OnchainRequestReportBody = { from: string; to: string }

/** Answer of `GET /admin/onchain/reports`. */
export type OnchainReportListResponse = {
  reports: OnchainReport[]
  count: number
  limit: number
  offset: number
}

/** Answer of `GET /admin/onchain/reports/:id` and of `POST /admin/onchain/reports`. */
export type OnchainReportResponse = {
  report: OnchainReport & { lines: OnchainReportLine[]; differences: OnchainReportDifference[] }
}
