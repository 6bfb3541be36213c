import type { Translate } from "../i18n/translate"

/** Entries there are words for, by the names the server gives them. */
export const HISTORY_WORDING = {
  assign_requested: "Assignment chosen",
  assigned: "Assigned to an order",
  assign_refused: "Assignment refused by the service",
  accept_requested: "Acceptance chosen",
  accepted: "Accepted without an order",
  accept_refused: "Acceptance refused by the service",
  refund_requested: "Refund chosen",
  refund_pending: "Refund on its way",
  refund_refused: "Refund refused by the service",
  refund_failed: "Refund failed, needs a decision again",
  refunded: "Refunded",
  linked: "Linked to a payment",
  in_review: "Needs a decision",
} as const

/** Says what an entry of the history means. One without words is shown as it came. */
export function describeHistory(action: string, t: Translate): string {
  const name = action.replace(/^deposit\./, "")
  return Object.hasOwn(HISTORY_WORDING, name) ? t(`history.${name}`) : action
}
