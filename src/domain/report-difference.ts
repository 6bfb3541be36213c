import { compareAmounts } from "../gateway/amount"

/** What one side has and another has not, or not so. */
export const REPORT_DIFFERENCE_KINDS = [
  "not_captured",
  "capture_without_invoice",
  "amount_differs",
  "no_transaction",
  "transaction_without_invoice",
  "payout_unknown",
  "payout_missing",
  "payout_differs",
] as const
export type ReportDifferenceKind = (typeof REPORT_DIFFERENCE_KINDS)[number]

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
  /** Our withdrawal, and what is to arrive of it, null where nobody has told; null where none of ours has this key. */
  withdrawal: { state: string; net: string | null } | null
  /** What is written down as owed back of this payment because it came on top. */
  surplus: { amount: string; isKnown: boolean }
  /** `captured + surplus`. */
  accounted: string
  /** What the order's money says; null where no payment of ours has this key. */
  money: CapturedMoney | null
  /** Money whose place nobody is to look for in Medusa: it waits for a decision, or has one. */
  isSetAside: boolean
  /** The key is that of a deposit that we know. */
  isDeposit: boolean
}

/** What Medusa has captured of a payment, and what the payment was opened or applied for. Decimals in major units. */
export type CapturedMoney = {
  captured: string
  /** Of the captures, in lower case. */
  currencies: readonly string[]
  expected: string
  /** Of the payment, in lower case. */
  currencyCode: string
  /** But for the noise of arithmetic. */
  isSame: boolean
}

/** Which lists of the service were read to their end: what an incomplete one does not have is not missing. */
export type ReportCoverage = { hasAllTransactions: boolean; hasAllInvoices: boolean }

/**
 * A difference in words. `expected` and `found` are decimals, null where there is nothing: in major units where there is a
 * `currencyCode`, else in token units.
 */
export type ReportFinding = {
  kind: ReportDifferenceKind
  currencyCode: string | null
  expected: string | null
  found: string | null
  explanation: string
}

/**
 * Compares the books by what they are about, before anything is added up: sums that agree can hide two errors.
 *
 * @returns null when the books agree, when what they differ by is explained by a decision, or when it may be among the rows of a
 *   list that is incomplete
 */
export function findDifference(match: ReportMatch, coverage: ReportCoverage): ReportFinding | null {
  const finding = findTokenDifference(match)
  if (finding === null) return findMoneyDifference(match)
  return mayBeUnread(finding, match, coverage)
    ? findMoneyDifference(match)
    : { ...finding, currencyCode: null }
}

/** Whether rows that were not listed could make the books agree. */
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
      return false
  }
}

type TokenFinding = Omit<ReportFinding, "currencyCode">

function findTokenDifference(match: ReportMatch): TokenFinding | null {
  if (match.withdrawal) return findPayoutDifference(match, match.withdrawal)
  if (match.payouts > 0) return describeUnknownPayout(match)
  if (match.refunds > 0) return match.isDeposit ? null : describeUnknownRefund(match)
  return match.invoices > 0 ? findInvoiceDifference(match) : findWithoutInvoice(match)
}

function findPayoutDifference(
  { payouts, paidOut }: ReportMatch,
  { state, net }: { state: string; net: string | null }
): TokenFinding | null {
  const found = payouts === 0 ? null : paidOut
  if (state === "completed") {
    if (found === null) {
      const explanation =
        "Our withdrawal is completed, and the service lists no transaction for it. It may be newer than the list."
      return { kind: "payout_missing", expected: net, found, explanation }
    }
    if (net === null || compareAmounts(found, net) === 0) return null
    const explanation = "What left the treasury is not what the withdrawal says. Compare both at the service."
    return { kind: "payout_differs", expected: net, found, explanation }
  }
  if (found === null || !ENDED_WITHOUT_MONEY.includes(state)) return null
  const explanation = `Our withdrawal is ${state}, and money left the treasury under its name. Open the withdrawal and ask the service again.`
  return { kind: "payout_differs", expected: null, found, explanation }
}

const ENDED_WITHOUT_MONEY: readonly string[] = ["failed", "refused", "cancelled"]

function describeUnknownPayout({ paidOut }: ReportMatch): TokenFinding {
  const explanation =
    "No withdrawal of this store has this identifier. It was made in the service's dashboard, is a share that a payout " +
    "route paid, or its row was lost with a restored database."
  return { kind: "payout_unknown", expected: null, found: paidOut, explanation }
}

function describeUnknownRefund({ refunded }: ReportMatch): TokenFinding {
  const explanation = "The service gave a deposit back that this store does not know."
  return { kind: "payout_unknown", expected: null, found: refunded, explanation }
}

function findInvoiceDifference(match: ReportMatch): TokenFinding | null {
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

function findWithoutInvoice(match: ReportMatch): TokenFinding | null {
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

/** Tokens that agree say nothing of what Medusa has in its books: it may have captured twice, or in part. */
function findMoneyDifference({ captures, money }: ReportMatch): ReportFinding | null {
  if (captures === 0 || money === null || money.isSame) return null
  const { captured, currencies, expected, currencyCode } = money
  const isOther = currencies.some((name) => name !== currencyCode)
  const explanation = isOther
    ? `The payment is in ${currencyCode.toUpperCase()}, and Medusa has captured it in ${inWords(currencies)}.`
    : compareAmounts(captured, expected) > 0
      ? "Medusa has captured more money than the payment stands for. Look at the captures of the order."
      : "Medusa has captured less money than the payment stands for. Look at the captures of the order."
  return { kind: "amount_differs", currencyCode, expected, found: isOther ? null : captured, explanation }
}

const inWords = (currencies: readonly string[]) => currencies.map((name) => name.toUpperCase()).join(" and ")
