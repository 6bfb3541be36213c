import { compareAmounts } from "../../gateway/amount"
import { legPhase } from "../payout/payout-leg"

export const DAY_MS = 86_400_000

/** A report whose process dies begins again, so it must be short. */
export const MAX_REPORT_DAYS = 31

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && dayOf(at) === text
}

/** @param day `YYYY-MM-DD` in UTC */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** @returns the first instant after the day */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS)
}

/** A report whose process was killed is `running` and begins again. */
export const REPORT_STATES = ["queued", "running", "done", "failed"] as const

/** How two sides can differ. */
export type ReportDifferenceKind =
  | "not_captured"
  | "capture_without_invoice"
  | "amount_differs"
  | "no_transaction"
  | "transaction_without_invoice"
  | "payout_unknown"
  | "payout_missing"
  | "payout_differs"
  | "unread"

/** Each reason for a difference, with the kind that it is listed as. */
const KIND_OF = {
  transaction_unread: "unread",
  payout_not_listed: "payout_missing",
  payout_amount: "payout_differs",
  payout_of_ended_withdrawal: "payout_differs",
  unknown_withdrawal: "payout_unknown",
  unknown_deposit: "payout_unknown",
  leg_unplanned: "payout_unknown",
  leg_missing: "payout_missing",
  leg_failed: "payout_missing",
  leg_exceeds_share: "payout_differs",
  receipt_not_listed: "no_transaction",
  receipt_amount: "amount_differs",
  nothing_captured: "not_captured",
  surplus_not_due: "amount_differs",
  less_arrived: "amount_differs",
  invoice_not_listed: "capture_without_invoice",
  unknown_receipt: "transaction_without_invoice",
  other_currency: "amount_differs",
  captured_more: "amount_differs",
  captured_less: "amount_differs",
} as const satisfies Record<string, ReportDifferenceKind>
export type ReportReason = keyof typeof KIND_OF

/** What every side has under one key: an invoice, a deposit or a withdrawal of the gateway. Decimals in token units. */
export type ReportMatch = {
  captures: number
  /** Tokens of the captures: what arrived, up to the expected amount. */
  captured: string
  invoices: number
  /** What arrived, according to the invoice. */
  invoiced: string
  receipts: number
  received: string
  /** Transactions that pay out, or refund a deposit. */
  payouts: number
  paidOut: string
  refunds: number
  refunded: string
  /** Transactions whose kind or amount cannot be read, so that no sum has them. */
  unread: number
  /** Our withdrawal with this key, if there is one. Its net amount is null when unknown. */
  withdrawal: { state: string; net: string | null; gross: string } | null
  /** The leg of a split with this key, if there is one. */
  leg: ReportLeg | null
  /** What left for legs that only their invoice identifies; null without one. */
  legsPaid: string | null
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
  /** The key is kept money without an order. */
  isIncome: boolean
}

/** A withdrawal that the service makes of an invoice's money. Decimals in token units, null when unknown. */
export type ReportLeg = {
  /** The service's in our words; null until it has shown the leg. */
  status: string | null
  /** The service's own word for it. */
  word: string | null
  net: string | null
  gross: string | null
  /** Its share of what arrived, rounded up; null for a leg of a route. */
  most: string | null
  /** False for one that is no recipient of its split. */
  isPlanned: boolean
  /** An operator has acknowledged that it was rejected or failed. */
  isAcknowledged: boolean
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

/** Gross where every payout whose net amount is not its gross amount has the amount with its fee. */
export function findPayoutAmounts(matches: readonly ReportMatch[]): ReportCoverage["payoutAmounts"] {
  const telling = matches.flatMap((match) => {
    const { net = null, gross = null } = completedPayout(match) ?? {}
    if (net === null || gross === null || match.payouts === 0) return []
    return compareAmounts(net, gross) === 0 ? [] : [compareAmounts(match.paidOut, gross) === 0]
  })
  return telling.length > 0 && telling.every((isGross) => isGross) ? "gross" : "net"
}

/** The withdrawal or leg with this key, once it is completed. */
function completedPayout({ withdrawal, leg }: ReportMatch): Pick<ReportLeg, "net" | "gross"> | null {
  if (withdrawal) return withdrawal.state === "completed" ? withdrawal : null
  return leg !== null && legPhase(leg.status) === "done" ? leg : null
}

/** `expected` and `found` are decimals, in token units, or in major units of `currencyCode`; null where there is nothing. */
type ReportFinding = {
  kind: ReportDifferenceKind
  reason: ReportReason
  currencyCode: string | null
  expected: string | null
  found: string | null
}

function differs(
  reason: ReportReason,
  expected: string | null,
  found: string | null,
  currencyCode: string | null = null
): ReportFinding {
  return { kind: KIND_OF[reason], reason, currencyCode, expected, found }
}

/**
 * Compares what both sides have under one key, before anything is added up: sums that agree can hide two errors.
 *
 * @returns null when they agree, when a decision explains the difference, or when rows of an incomplete list may explain it
 */
export function findDifference(match: ReportMatch, coverage: ReportCoverage): ReportFinding | null {
  const finding = findTokenDifference(match, coverage)
  return finding === null || mayBeUnlisted(finding, coverage) ? findMoneyDifference(match) : finding
}

const EXPLAINED_BY_TRANSACTIONS: readonly ReportReason[] = [
  ...(["payout_not_listed", "payout_amount", "receipt_not_listed", "receipt_amount"] as const),
]
const EXPLAINED_BY_INVOICES: readonly ReportReason[] = ["invoice_not_listed", "unknown_receipt"]

/** An unlisted row explains money that is missing, never money that is too much. */
function mayBeUnlisted(
  { reason, expected, found }: ReportFinding,
  { hasAllTransactions, hasAllInvoices }: ReportCoverage
): boolean {
  if (EXPLAINED_BY_INVOICES.includes(reason)) return !hasAllInvoices
  const isLess = found === null || (expected !== null && compareAmounts(found, expected) < 0)
  return !hasAllTransactions && isLess && EXPLAINED_BY_TRANSACTIONS.includes(reason)
}

function findTokenDifference(match: ReportMatch, coverage: ReportCoverage): ReportFinding | null {
  const { captures, captured, receipts, received, isDeposit } = match
  if (match.unread > 0) return differs("transaction_unread", null, null)
  if (match.withdrawal) return findPayoutDifference(match, match.withdrawal, coverage)
  if (match.leg) return findLegDifference(match, match.leg, coverage)
  if (match.payouts > 0 && match.legsPaid === null) return differs("unknown_withdrawal", null, match.paidOut)
  if (match.legsPaid !== null && compareAmounts(match.paidOut, match.legsPaid) !== 0)
    return differs("payout_amount", match.legsPaid, match.paidOut)
  if (match.refunds > 0) return isDeposit ? null : differs("unknown_deposit", null, match.refunded)
  if (match.invoices > 0) return findInvoiceDifference(match)
  if (captures > 0) return differs("invoice_not_listed", captured, null)
  return receipts === 0 || isDeposit ? null : differs("unknown_receipt", null, received)
}

const ENDED_WITHOUT_MONEY: readonly string[] = ["failed", "refused", "cancelled"]

function findPayoutDifference(
  match: ReportMatch,
  { state }: NonNullable<ReportMatch["withdrawal"]>,
  coverage: ReportCoverage
): ReportFinding | null {
  const completed = completedPayout(match)
  if (completed) return findListedDifference(match, completed, coverage)
  const hasLeft = match.payouts > 0 && ENDED_WITHOUT_MONEY.includes(state)
  return hasLeft ? differs("payout_of_ended_withdrawal", null, match.paidOut) : null
}

/** Whether the service lists what a completed payout has sent. */
function findListedDifference(
  { payouts, paidOut }: ReportMatch,
  amounts: Pick<ReportLeg, "net" | "gross">,
  { payoutAmounts }: ReportCoverage
): ReportFinding | null {
  const listed = amounts[payoutAmounts]
  if (payouts === 0) return differs("payout_not_listed", listed, null)
  const isSame = listed === null || compareAmounts(paidOut, listed) === 0
  return isSame ? null : differs("payout_amount", listed, paidOut)
}

/** A leg under way differs from nothing: the service will pay it. */
function findLegDifference(
  match: ReportMatch,
  leg: ReportLeg,
  coverage: ReportCoverage
): ReportFinding | null {
  const { status, net, gross, most, isPlanned, isAcknowledged } = leg
  const hasLeft = match.payouts > 0
  switch (legPhase(status)) {
    case "planned":
      return differs("leg_missing", null, null)
    case "failed":
      if (hasLeft) return differs("payout_of_ended_withdrawal", null, match.paidOut)
      return isAcknowledged ? null : differs("leg_failed", gross ?? net, null)
    case "done":
      if (!isPlanned) return differs("leg_unplanned", null, hasLeft ? match.paidOut : gross)
      if (most !== null && gross !== null && compareAmounts(gross, most) > 0)
        return differs("leg_exceeds_share", most, gross)
      return findListedDifference(match, leg, coverage)
    case "pending":
    case "unknown":
      return null
  }
}

function findInvoiceDifference(match: ReportMatch): ReportFinding | null {
  const { captured, invoiced, received, surplus, accounted } = match
  if (match.receipts === 0) return differs("receipt_not_listed", invoiced, null)
  if (compareAmounts(received, invoiced) !== 0) return differs("receipt_amount", invoiced, received)
  if (match.isUnallocated || (match.isIncome && match.captures === 0)) return null
  if (match.captures === 0) return differs("nothing_captured", invoiced, null)
  if (compareAmounts(accounted, invoiced) === 0) return null
  if (compareAmounts(invoiced, captured) <= 0) return differs("less_arrived", invoiced, accounted)
  // An operator looks up how much of an unknown surplus is due.
  return surplus.isKnown ? differs("surplus_not_due", invoiced, accounted) : null
}

/** Where the tokens agree, Medusa may still have captured twice, or in part. */
function findMoneyDifference({ captures, money }: ReportMatch): ReportFinding | null {
  if (captures === 0 || money === null || money.isSame) return null
  const { captured, currencies, expected, currencyCode } = money
  if (currencies.some((name) => name !== currencyCode))
    return differs("other_currency", expected, null, currencyCode)
  const reason = compareAmounts(captured, expected) > 0 ? "captured_more" : "captured_less"
  return differs(reason, expected, captured, currencyCode)
}
