import type { OnchainTimelineEvent } from "../../../types/http"
import { formatFiat, formatTokens } from "../../ui/format"
import type { Translate } from "../../ui/texts"

export const PAYMENT_STATE_WORDING = {
  opening: "Being opened",
  awaiting: "Waits for the money",
  confirming: "Being confirmed",
  settled: "Settled",
  captured: "Captured",
  expired: "Expired",
  failed: "Failed",
  cancelled: "Cancelled",
  superseded: "Replaced",
  unallocated: "Without an order",
} as const

export type KnownPaymentState = keyof typeof PAYMENT_STATE_WORDING

export const TIMELINE_WORDING = {
  opened: "Payment opened",
  order_placed: "Order placed",
  confirming: "Being confirmed",
  settled: "Settled",
  captured: "Captured",
  created: "Payment created",
  claimed: "Shopper named a transaction",
  deposit_observed: "Deposit seen",
  message_sent: "Message sent",
  message_failed: "Message failed",
  message_skipped: "Message not needed",
  link_requested: "Payment link requested",
  link_sent: "Payment link sent",
  link_failed: "Payment link not sent",
  part_received: "Part received",
  contradicted: "No longer paid according to the provider",
  contradiction_ended: "Paid again according to the provider",
  contradiction_reviewed: "Reviewed",
  expired: "Expired",
  abandoned: "Checkout left",
  timed_out: "Order cancelled for lack of money",
  cancelled: "Order cancelled",
  unallocated: "Could not pay the order",
  apply_requested: "Application to an order requested",
  applied: "Applied to an order",
  apply_refused: "Application not possible",
  kept: "Kept without an order",
  order_kept: "Order kept although not paid in full",
  refund_due: "Refund due",
  refund_paid: "Refund paid",
  raised: "More was paid on top",
  payout_started: "Payout of the refund requested",
  payout_ended: "Payout of the refund ended without money",
  paid: "Refund paid",
  settled_elsewhere: "Refund settled by other means",
  withdrawn: "Refund withdrawn",
} as const

/** An event without words is shown as it came. */
export function describeEvent(event: string, t: Translate): string {
  const name = event.replace(/^(?:payment|refund)\./, "")
  return Object.hasOwn(TIMELINE_WORDING, name) ? t(`timeline.${name}`) : event
}

/** Null where there is no amount or its unit is unknown. */
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
  return token === null ? null : formatTokens(amount, token, locale)
}

export const orders = {
  orderPayment: {
    title: "Crypto payment",
    keptForList:
      "The time to pay ended on {{since}} or earlier, and the order is kept: a list of the provider is incomplete, so a payment may have arrived unseen. Look for it in the provider's dashboard. If nothing arrived, cancel the order with Cancel; if it did, have the provider send its webhook again. The health check names the setting that helps.",
    loadFailed: "The crypto payment of this order could not be loaded.",
    notReceived: "Nothing yet",
    partReceived: "{{received}} of {{expected}}; {{remaining}} still to pay",
    held: "Paid in part",
    heldText:
      "The order is held until {{until}}. Until then, review the payment to apply it or to note a refund, or keep the order as it is. Without a decision the order is cancelled, and the money is due back to the customer.",
    keep: "Keep the order",
    keepNote: "Why the order is kept",
    keepHint: "A kept order is not cancelled for the missing money. This cannot be undone.",
    keptTitle: "Order kept",
    isKept: "{{who}} kept this order on {{when}} although it is not paid in full.",
    keepDone: "The order is kept.",
    shortfall: "Missing",
    implausible: "Reported",
    implausibleText: "{{amount}}, which cannot be right",
    rate: "Rate",
    rateText: "{{rate}} {{currency}} for one {{token}}",
    addressRefused:
      "The payer sees no address since {{at}}, because the one of the provider cannot be right ({{reason}}). Contact the provider. If the payment settles, it is captured as usual.",
    confirmations: "Confirmations",
    confirmationsText: "{{count}} of {{required}}",
    status: "At the provider",
    timeline: "What happened",
    deposits: "Deposits for this order",
    claims: "Transactions the shopper named",
    claim: "named transaction",
    refunds: "Refunds",
    depositRefunds: "Deposits sent back by the provider",
    open: "Open the refund of {{amount}}",
    openDeposit: "Open the deposit of {{amount}}",
    outstanding: "This order is not fully paid: {{amount}} is outstanding.",
    unallocated: "This payment is not applied to the order.",
    unallocatedLink: "Review the payment",
  },
  contradiction: {
    text: "The provider no longer says that this payment is paid. Since {{when}} it says “{{status}}”. Nothing was undone here. Check with the provider before you ship or refund.",
    button: "Mark as reviewed",
    done: "Marked as reviewed.",
    reviewed: "The provider says “{{status}}” instead of paid. {{who}} reviewed it on {{when}}.",
  },
  paymentState: PAYMENT_STATE_WORDING,
  timeline: TIMELINE_WORDING,
}
