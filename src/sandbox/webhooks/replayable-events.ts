import type { Assumptions } from "../../gateway/assumptions"

/**
 * Whether an event can be replayed.
 *
 * UNDOCUMENTED: which can is not shown. What only informs (a deposit that needs review, an invoice that
 * gains confirmations) tells of a moment that has passed, and so cannot.
 *
 * @example isReplayable("invoice.paid", parseAssumptions()) // true
 */
export function isReplayable(event: string, { events }: Assumptions): boolean {
  return event !== "deposit.review_required" && event !== `invoice.${events.invoice.confirming}`
}
