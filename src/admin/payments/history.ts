import type { Translate } from "../i18n/translate"

/** Entries there are words for, by the names the server gives them. */
export const PAYMENT_HISTORY_WORDING = {
  unallocated: "Arrived without an order",
  apply_requested: "Application to an order chosen",
  applied: "Applied to an order",
  apply_refused: "Application not possible, needs a decision again",
  refund_due: "Refund noted as due",
  kept: "Kept without an order",
  order_kept: "Order kept although not paid in full",
  contradiction_reviewed: "Marked as reviewed",
} as const

/** Says what an entry of the history means. One without words is shown as it came. */
export function describePaymentHistory(action: string, t: Translate): string {
  const name = action.replace(/^payment\./, "")
  return Object.hasOwn(PAYMENT_HISTORY_WORDING, name) ? t(`paymentHistory.${name}`) : action
}
