import type {
  OnchainPaymentAttempt,
  OnchainPaymentTimelineEvent,
  OnchainTimelineEvent,
} from "../../../types/http"
import type { ActivityItem } from "../../ui/activity"
import { formatFiat, formatTokens } from "../../ui/format"
import type { Texts, Translate } from "../../ui/texts"
import { nameOf } from "../words"

/** The states of an attempt. */
export const PAYMENT_STATE_WORDING = {
  opening: "Preparing",
  awaiting: "Awaiting payment",
  confirming: "Confirming",
  settled: "Settled",
  captured: "Captured",
  expired: "Expired",
  failed: "Failed",
  cancelled: "Cancelled",
  superseded: "Replaced",
  unallocated: "Unmatched",
} as const

export type KnownPaymentState = keyof typeof PAYMENT_STATE_WORDING

export const TIMELINE_WORDING = {
  created: "Payment created",
  opened: "Attempt opened",
  order_placed: "Order placed",
  claimed: "Transaction submitted by the shopper",
  deposit_observed: "Deposit seen",
  confirming: "Confirming",
  settled: "Settled",
  captured: "Captured",
  part_received: "Part received",
  contradicted: "Reverted by the provider",
  contradiction_ended: "Confirmed again by the provider",
  contradiction_reviewed: "Marked as reviewed",
  expired: "Expired",
  abandoned: "Checkout left",
  timed_out: "Order cancelled: unpaid too long",
  cancelled: "Order cancelled",
  unallocated: "Needs review",
  apply_proposed: "Apply to order proposed",
  apply_requested: "Apply to order requested",
  applied: "Applied to order",
  apply_refused: "Apply to order failed",
  kept: "Kept without an order",
  order_kept: "Partially paid order kept",
  refund_due: "Refund due",
  refund_paid: "Refund paid",
  raised: "Refund raised: overpayment",
  payout_started: "Refund payout requested",
  payout_ended: "Refund payout ended unpaid",
  paid: "Refund paid",
  settled_elsewhere: "Refund paid elsewhere",
  withdrawn: "Refund withdrawn",
  address_requested: "Refund address requested",
  address_proposed: "Refund address proposed",
  address_changed: "Refund address changed",
  address_approved: "Refund address approved",
  address_declined: "Refund address declined",
  address_revoked: "Refund address link ended",
  address_paused: "Refund address link paused: wrong emails",
  message_sent: "Email sent",
  message_failed: "Email failed",
  message_skipped: "Email not needed",
  link_requested: "Payment link requested",
  link_sent: "Payment link sent",
  link_failed: "Payment link not sent",
} as const

/** Keys are the messages of the option `notifications.templates`. */
const MESSAGE_WORDING = {
  awaiting: "How to pay",
  partReceived: "Part received",
  expired: "Expired",
  paid: "Paid",
  refundSent: "Refund sent",
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

/** What tells the attempts of a payment apart, by id. */
export const networksOf = (attempts: readonly OnchainPaymentAttempt[]): ReadonlyMap<string, string> =>
  new Map(attempts.map(({ id, network_name }) => [id, network_name]))

/** The events of a payment, oldest first, as a timeline shows them. */
export function toActivity(
  events: readonly OnchainPaymentTimelineEvent[],
  networks: ReadonlyMap<string, string>,
  { t, locale }: Texts
): ActivityItem[] {
  return events.map((event) => {
    const details = [
      eventAmount(event, locale),
      event.attempt_id === null ? undefined : networks.get(event.attempt_id),
      event.message === null ? null : nameOf("shopperMessage", MESSAGE_WORDING, event.message, t),
    ].filter((part) => typeof part === "string")
    return {
      at: event.at,
      title: describeEvent(event.event, t),
      details: details.length > 0 ? details.join(" · ") : null,
      by: event.by,
    }
  })
}

export const orders = {
  orderPayment: {
    title: "Crypto payment",
    loadFailed: "The crypto payment could not be loaded.",
    held: "Partially paid",
    heldText:
      "Held until {{until}}. Apply the money, mark a refund as due, or keep the order. Otherwise the order is cancelled and a refund is due.",
    keep: "Keep order",
    keepNote: "Reason",
    keepHint: "The order is no longer cancelled automatically. This cannot be undone.",
    keptTitle: "Order kept",
    isKept: "{{who}} kept this partially paid order on {{when}}.",
    keepDone: "Order kept.",
    refunds: "Refunds",
    depositRefunds: "Refunded deposits",
    open: "Open refund, {{amount}}",
    openDeposit: "Open deposit, {{amount}}",
    outstanding: "{{amount}} is outstanding on this order.",
  },
  contradiction: {
    text: "Reverted by the provider on {{when}}: {{status}}. The order is unchanged. Check with the provider before you ship or refund.",
    button: "Mark as reviewed",
    done: "Marked as reviewed.",
    reviewed: "Reverted by the provider: {{status}}. {{who}} reviewed it on {{when}}.",
  },
  paymentState: PAYMENT_STATE_WORDING,
  timeline: TIMELINE_WORDING,
  shopperMessage: MESSAGE_WORDING,
}
