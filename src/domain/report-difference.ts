import { compareAmounts } from "../gateway/amount"

export type ReportDifferenceKind =
  | "not_captured"
  | "capture_without_invoice"
  | "amount_differs"
  | "no_transaction"
  | "transaction_without_invoice"
  | "payout_unknown"
  | "payout_missing"
  | "payout_differs"

/** What all books say under one key: an invoice, a deposit or a withdrawal of the service. Decimals in token units. */
export type ReportMatch = {
  captures: number
  /** What the captures stand for: what arrived, up to what was asked for. */
  captured: string
  invoices: number
  /** What arrived, as the invoice says. */
  invoiced: string
  receipts: number
  received: string
  /** Transactions that pay out, or give a deposit back. */
  payouts: number
  paidOut: string
  refunds: number
  refunded: string
  /** Our withdrawal, and what is to arrive of it; null where none of ours has this key. */
  withdrawal: { state: string; net: string } | null
  /** What is written down as owed back of this payment because it came on top. */
  surplus: { amount: string; isKnown: boolean }
  /** `captured + surplus`. */
  accounted: string
  /** Money whose place nobody is to look for in Medusa: it waits for a decision, or has one. */
  isSetAside: boolean
  /** The key is that of a deposit that we know. */
  isDeposit: boolean
}

/** A difference in words. `expected` and `found` are decimals in token units, null where there is nothing. */
export type ReportFinding = {
  kind: ReportDifferenceKind
  expected: string | null
  found: string | null
  explanation: string
}

/**
 * Compares the books by what they are about, before anything is added up: sums that agree can hide two errors.
 *
 * @returns null when the books agree, or when what they differ by is explained by a decision
 */
export function findDifference(match: ReportMatch): ReportFinding | null {
  if (match.withdrawal) return findPayoutDifference(match, match.withdrawal)
  if (match.payouts > 0) return describeUnknownPayout(match)
  if (match.refunds > 0) return match.isDeposit ? null : describeUnknownRefund(match)
  return match.invoices > 0 ? findInvoiceDifference(match) : findWithoutInvoice(match)
}

function findPayoutDifference(
  { payouts, paidOut }: ReportMatch,
  { state, net }: { state: string; net: string }
): ReportFinding | null {
  const found = payouts === 0 ? null : paidOut
  if (state === "completed") {
    if (found === null) {
      const explanation = "Our withdrawal is completed, and the service lists no transaction for it."
      return { kind: "payout_missing", expected: net, found, explanation }
    }
    if (compareAmounts(found, net) === 0) return null
    const explanation = "What left the treasury is not what the withdrawal says. Compare both at the service."
    return { kind: "payout_differs", expected: net, found, explanation }
  }
  if (found === null || !ENDED_WITHOUT_MONEY.includes(state)) return null
  const explanation = `Our withdrawal is ${state}, and money left the treasury under its name. Open the withdrawal and ask the service again.`
  return { kind: "payout_differs", expected: null, found, explanation }
}

const ENDED_WITHOUT_MONEY: readonly string[] = ["failed", "refused", "cancelled"]

function describeUnknownPayout({ paidOut }: ReportMatch): ReportFinding {
  const explanation =
    "No withdrawal of this store has this identifier. It was made in the service's dashboard, is a share that a payout " +
    "route paid, or its row was lost with a restored database."
  return { kind: "payout_unknown", expected: null, found: paidOut, explanation }
}

function describeUnknownRefund({ refunded }: ReportMatch): ReportFinding {
  const explanation = "The service gave a deposit back that this store does not know."
  return { kind: "payout_unknown", expected: null, found: refunded, explanation }
}

function findInvoiceDifference(match: ReportMatch): ReportFinding | null {
  const { captures, captured, invoiced, receipts, received, surplus, accounted, isSetAside } = match
  if (receipts === 0) {
    const explanation =
      "The invoice is settled, and the service lists no transaction that brought the money. It may be newer than the list."
    return { kind: "no_transaction", expected: invoiced, found: null, explanation }
  }
  if (compareAmounts(received, invoiced) !== 0) {
    const explanation = "The invoice and the transactions under its name do not say the same amount."
    return { kind: "amount_differs", expected: invoiced, found: received, explanation }
  }
  if (isSetAside) return null
  if (captures === 0) {
    const explanation =
      "The invoice is settled, and nothing is captured for it in Medusa. Either it is being captured right now, or this " +
      "store did not ask for the invoice."
    return { kind: "not_captured", expected: invoiced, found: null, explanation }
  }
  if (compareAmounts(accounted, invoiced) === 0) return null
  const isOnTop = compareAmounts(invoiced, captured) > 0
  // Nobody has told how much came on top; it is owed back all the same, and a person looks it up.
  if (isOnTop && !surplus.isKnown) return null
  const explanation = isOnTop
    ? "More arrived than was captured, and the rest is not written down as owed back."
    : "More is captured, or owed back, than arrived."
  return { kind: "amount_differs", expected: invoiced, found: accounted, explanation }
}

function findWithoutInvoice(match: ReportMatch): ReportFinding | null {
  const { captures, captured, receipts, received, isDeposit } = match
  if (captures > 0) {
    const explanation =
      "Medusa has captured this, and the service lists no settled invoice for it. Look the invoice up at the service."
    return { kind: "capture_without_invoice", expected: captured, found: null, explanation }
  }
  if (receipts === 0 || isDeposit) return null
  const explanation = "Money arrived under a name that no settled invoice and no deposit of this store has."
  return { kind: "transaction_without_invoice", expected: null, found: received, explanation }
}
