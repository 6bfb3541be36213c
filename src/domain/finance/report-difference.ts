import { compareAmounts } from "../../gateway/amount"

/** How two sides can differ. */
export const REPORT_DIFFERENCE_KINDS = [
  "not_captured",
  "capture_without_invoice",
  "amount_differs",
  "no_transaction",
  "transaction_without_invoice",
  "payout_unknown",
  "payout_missing",
  "payout_differs",
  "unread",
] as const
export type ReportDifferenceKind = (typeof REPORT_DIFFERENCE_KINDS)[number]

/** What every side has under one key: an invoice, a deposit or a withdrawal of the gateway. Decimals in token units. */
export type ReportMatch = {
  captures: number
  /** Tokens of the captures: what arrived, up to the expected amount. */
  captured: string
  invoices: number
  /** What arrived, as the invoice says. */
  invoiced: string
  receipts: number
  received: string
  /** Transactions that pay out, or refund a deposit. */
  payouts: number
  paidOut: string
  refunds: number
  refunded: string
  /** Transactions whose kind or amount cannot be read, so that they are in no sum. */
  unread: number
  /** Our withdrawal with its amounts, the net one null when that is not known; null when no withdrawal of ours has this key. */
  withdrawal: { state: string; net: string | null; gross: string } | null
  /** The surplus of this payment that is due back. */
  surplus: { amount: string; isKnown: boolean }
  /** `captured + surplus`. */
  accounted: string
  /** The money of the order; null when no payment of ours has this key. */
  money: CapturedMoney | null
  /** Settled money without an order: it waits for a decision, or has one. */
  isUnallocated: boolean
  /** The key is a deposit that we know. */
  isDeposit: boolean
}

/** What Medusa captured of a payment, and what the payment was opened or applied for. Decimals in major units. */
export type CapturedMoney = {
  captured: string
  /** Of the captures, in lower case. */
  currencies: readonly string[]
  expected: string
  /** Of the payment, in lower case. */
  currencyCode: string
  /** Apart from rounding noise. */
  isSame: boolean
}

export type ReportCoverage = {
  /** Which lists of the gateway were read to their end: a row that an incomplete list does not have is not missing. */
  hasAllTransactions: boolean
  hasAllInvoices: boolean
  /** Whether the gateway lists a payout without its fee, or with it. */
  payoutAmounts: "net" | "gross"
}

export type ReportReason =
  | "transaction_unread"
  | "payout_not_listed"
  | "payout_amount"
  | "payout_of_ended_withdrawal"
  | "unknown_withdrawal"
  | "unknown_deposit"
  | "receipt_not_listed"
  | "receipt_amount"
  | "nothing_captured"
  | "surplus_not_due"
  | "less_arrived"
  | "invoice_not_listed"
  | "unknown_receipt"
  | "other_currency"
  | "captured_more"
  | "captured_less"

/**
 * A difference. `expected` and `found` are decimals, null where there is nothing: in major units where there is a
 * `currencyCode`, else in token units.
 */
export type ReportFinding = {
  kind: ReportDifferenceKind
  reason: ReportReason
  currencyCode: string | null
  expected: string | null
  found: string | null
}

/**
 * Compares what both sides have under one key, before anything is added up: sums that agree can hide two errors.
 *
 * @returns null when they agree, when a decision explains the difference, or when rows of an incomplete list may explain it
 */
export function findDifference(match: ReportMatch, coverage: ReportCoverage): ReportFinding | null {
  const finding = findTokenDifference(match, coverage)
  if (finding === null) return findMoneyDifference(match)
  return mayBeUnread(finding, match, coverage)
    ? findMoneyDifference(match)
    : { ...finding, currencyCode: null }
}

function mayBeUnread(
  { kind, expected, found }: TokenFinding,
  { invoiced, received, receipts }: ReportMatch,
  { hasAllTransactions, hasAllInvoices }: ReportCoverage
): boolean {
  switch (kind) {
    case "payout_missing":
    case "no_transaction":
      return !hasAllTransactions
    case "payout_differs":
      return !hasAllTransactions && expected !== null && found !== null && compareAmounts(found, expected) < 0
    case "amount_differs":
      return !hasAllTransactions && receipts > 0 && compareAmounts(received, invoiced) < 0
    case "capture_without_invoice":
    case "transaction_without_invoice":
      return !hasAllInvoices
    case "not_captured":
    case "payout_unknown":
    case "unread":
      return false
  }
}

type TokenFinding = Omit<ReportFinding, "currencyCode">

function findTokenDifference(match: ReportMatch, coverage: ReportCoverage): TokenFinding | null {
  if (match.unread > 0) return { kind: "unread", reason: "transaction_unread", expected: null, found: null }
  if (match.withdrawal) return findPayoutDifference(match, match.withdrawal, coverage)
  if (match.payouts > 0)
    return { kind: "payout_unknown", reason: "unknown_withdrawal", expected: null, found: match.paidOut }
  if (match.refunds > 0) {
    if (match.isDeposit) return null
    return { kind: "payout_unknown", reason: "unknown_deposit", expected: null, found: match.refunded }
  }
  return match.invoices > 0 ? findInvoiceDifference(match) : findWithoutInvoice(match)
}

function findPayoutDifference(
  { payouts, paidOut }: ReportMatch,
  { state, ...amounts }: NonNullable<ReportMatch["withdrawal"]>,
  { payoutAmounts }: ReportCoverage
): TokenFinding | null {
  const listed = amounts[payoutAmounts]
  const found = payouts === 0 ? null : paidOut
  if (state === "completed") {
    if (found === null)
      return { kind: "payout_missing", reason: "payout_not_listed", expected: listed, found }
    if (listed === null || compareAmounts(found, listed) === 0) return null
    return { kind: "payout_differs", reason: "payout_amount", expected: listed, found }
  }
  if (found === null || !ENDED_WITHOUT_MONEY.includes(state)) return null
  return { kind: "payout_differs", reason: "payout_of_ended_withdrawal", expected: null, found }
}

const ENDED_WITHOUT_MONEY: readonly string[] = ["failed", "refused", "cancelled"]

function findInvoiceDifference(match: ReportMatch): TokenFinding | null {
  const { captures, captured, invoiced, receipts, received, surplus, accounted, isUnallocated } = match
  if (receipts === 0)
    return { kind: "no_transaction", reason: "receipt_not_listed", expected: invoiced, found: null }
  if (compareAmounts(received, invoiced) !== 0)
    return { kind: "amount_differs", reason: "receipt_amount", expected: invoiced, found: received }
  if (isUnallocated) return null
  if (captures === 0)
    return { kind: "not_captured", reason: "nothing_captured", expected: invoiced, found: null }
  if (compareAmounts(accounted, invoiced) === 0) return null
  const isSurplus = compareAmounts(invoiced, captured) > 0
  // An operator looks up how much of it is due.
  if (isSurplus && !surplus.isKnown) return null
  const reason = isSurplus ? "surplus_not_due" : "less_arrived"
  return { kind: "amount_differs", reason, expected: invoiced, found: accounted }
}

function findWithoutInvoice(match: ReportMatch): TokenFinding | null {
  const { captures, captured, receipts, received, isDeposit } = match
  if (captures > 0)
    return { kind: "capture_without_invoice", reason: "invoice_not_listed", expected: captured, found: null }
  if (receipts === 0 || isDeposit) return null
  return { kind: "transaction_without_invoice", reason: "unknown_receipt", expected: null, found: received }
}

/** Compares the money, too: where tokens agree, Medusa may have captured twice, or in part. */
function findMoneyDifference({ captures, money }: ReportMatch): ReportFinding | null {
  if (captures === 0 || money === null || money.isSame) return null
  const { captured, currencies, expected, currencyCode } = money
  const found = { kind: "amount_differs", currencyCode, expected } as const
  if (currencies.some((name) => name !== currencyCode))
    return { ...found, reason: "other_currency", found: null }
  const reason = compareAmounts(captured, expected) > 0 ? "captured_more" : "captured_less"
  return { ...found, reason, found: captured }
}
