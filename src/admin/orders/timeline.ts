import type { Translate } from "../i18n/translate"

/** What can have happened to a payment, by the names the server gives it. */
export const TIMELINE_WORDING = {
  opened: "Payment opened",
  order_placed: "Order placed",
  confirming: "Being confirmed",
  settled: "Settled",
  captured: "Captured",
  expired: "Expired",
  abandoned: "Checkout left",
  timed_out: "Order cancelled for lack of money",
  cancelled: "Order cancelled",
  unallocated: "Could not pay the order",
  apply_requested: "Application to an order chosen",
  applied: "Applied to an order",
  apply_refused: "Application not possible",
  kept: "Kept without an order",
  refund_due: "Refund due",
  refund_paid: "Refund paid",
  raised: "More was paid on top",
  payout_started: "Payout of the refund asked for",
  payout_ended: "Payout of the refund ended without money",
  paid: "Refund paid",
  settled_elsewhere: "Refund settled by other means",
  withdrawn: "Refund withdrawn",
} as const

/** Says what happened. Something without words is shown as it came. */
export function describeEvent(event: string, t: Translate): string {
  const name = event.replace(/^(?:payment|refund)\./, "")
  return Object.hasOwn(TIMELINE_WORDING, name) ? t(`timeline.${name}`) : event
}
