import type { OnchainReportDifferenceKind, OnchainReportState } from "../../types/http"

/** What is different, in a few words. The server explains each one in a sentence. */
export const DIFFERENCE_WORDING = {
  not_captured: "Paid, and not captured in Medusa",
  capture_without_invoice: "Captured in Medusa, and not settled at the service",
  amount_differs: "Amounts differ",
  no_transaction: "No transaction for it",
  transaction_without_invoice: "Transaction without an invoice",
  payout_unknown: "Payout that this store does not know",
  payout_missing: "Payout that the service does not show",
  payout_differs: "Payout of another amount",
} as const satisfies Record<OnchainReportDifferenceKind, string>

/** How a report stands. */
export const REPORT_STATE_WORDING = {
  queued: "Waiting",
  running: "Being made",
  done: "Ready",
  failed: "Failed",
} as const satisfies Record<OnchainReportState, string>
