import type { Invoice } from "../gateway/contract"
import { isSettledStatus } from "./payment-lifecycle"
import { isShortBeyond } from "./settled-amount"
import { isSettledFor, reasonToHold, type ExpectedPayment, type SettlementBounds } from "./settlement"

/** What was recorded of a payment whose money is captured or held for review. */
export type RecordedMoney = {
  gateway_status: string | null
  unallocated_reason: string | null
  received_amount: string | null
  /** What speaks against it, as last read. */
  contradiction: string | null
  /** When the invoice stood again, or a person had looked at it. */
  contradiction_ended_at: Date | null
}

/**
 * What of the canonical invoice speaks against money that is captured or held for review: the status that is no longer `paid`,
 * or what else is wrong with it.
 *
 * Money that never was settled, as a part that a person has applied, is not contradicted by an invoice that still is not paid.
 *
 * @param recorded before this reading
 * @returns null while the invoice stands
 */
export function findContradiction(
  invoice: Invoice,
  payment: ExpectedPayment,
  recorded: RecordedMoney,
  bounds: SettlementBounds
): string | null {
  const { gateway_status: status, received_amount: received, unallocated_reason: held } = recorded
  if (recorded.contradiction === null && (status === null || !isSettledStatus(status))) return null
  if (!isSettledStatus(invoice.status)) return invoice.status
  if (!isSettledFor(invoice, payment)) return "unassigned"
  // What a person has decided about was known to be wrong.
  if (held !== null) return null
  const reason = reasonToHold(invoice, payment, bounds)
  // An absurd amount is in no sum, and speaks against nothing.
  if (reason !== "underpaid") return reason === "implausible_amount" ? null : reason
  const { expectedAmount: expected, decimals } = payment
  const wasShort =
    received !== null && isShortBeyond({ expected, received, decimals }, bounds.maxShortfallBps)
  return wasShort ? recorded.contradiction : reason
}

/** How a reading changes what is recorded of a contradiction. `begin` has to be reported, once. */
export type ContradictionChange = "none" | "begin" | "update" | "end"

/**
 * Decides whether what a reading found is a new contradiction.
 *
 * One that is open stays one, whatever the status is called next. One that a person has looked at comes again only when the
 * service says something else, or after the invoice stood in between.
 */
export function contradictionChange(
  recorded: Pick<RecordedMoney, "contradiction" | "contradiction_ended_at">,
  found: string | null
): ContradictionChange {
  const { contradiction: known, contradiction_ended_at: endedAt } = recorded
  if (found === known) return "none"
  if (found === null) return "end"
  return known === null || endedAt !== null ? "begin" : "update"
}

/** Whether a contradiction waits for a person. */
export function isContradicted(
  recorded: Pick<RecordedMoney, "contradiction" | "contradiction_ended_at">
): boolean {
  return recorded.contradiction !== null && recorded.contradiction_ended_at === null
}
