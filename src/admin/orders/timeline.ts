import type { OnchainTimelineEvent } from "../../types/http"
import { formatDecimal } from "../format/decimal"
import { formatFiat } from "../format/fiat"
import type { Translate } from "../i18n/translate"

/** What can have happened to a payment, by the names the server gives it. */
export const TIMELINE_WORDING = {
  opened: "Payment opened",
  order_placed: "Order placed",
  confirming: "Being confirmed",
  settled: "Settled",
  captured: "Captured",
  part_received: "Part received",
  contradicted: "No longer paid according to the provider",
  contradiction_ended: "Paid again according to the provider",
  contradiction_reviewed: "Reviewed",
  expired: "Expired",
  abandoned: "Checkout left",
  timed_out: "Order cancelled for lack of money",
  cancelled: "Order cancelled",
  unallocated: "Could not pay the order",
  apply_requested: "Application to an order chosen",
  applied: "Applied to an order",
  apply_refused: "Application not possible",
  kept: "Kept without an order",
  order_kept: "Order kept although not paid in full",
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

/**
 * Writes an amount with what it is of: tokens, or money.
 *
 * @param locale BCP 47
 * @returns null where there is none, or where nobody says what it is of
 */
export function eventAmount(
  {
    amount,
    token,
    currency_code: currency,
  }: Pick<OnchainTimelineEvent, "amount" | "token" | "currency_code">,
  locale: string
): string | null {
  if (amount === null) return null
  if (currency !== null) return formatFiat(amount, currency, locale)
  return token === null ? null : `${formatDecimal(amount, locale)} ${token}`
}
