import { momentInWords } from "../../domain/moment-in-words"
import type {
  ApplicationRefusal,
  PaymentChoiceRefusal,
  ResolutionRefusal,
} from "../../domain/payment/resolution"
import type { PaymentResolution, PaymentState } from "../../domain/payment/payment-status"
import type { PayoutRefusal } from "../../domain/payout/payout-gate"
import type { ShownFiat } from "../../modules/onchain/payment/medusa-payments"
import { approvalProblemInWords, payoutRefusalInWords } from "../payout/payout-words"

/** With the names an operator knows. */
export type Resolved = {
  state: PaymentState
  resolution: PaymentResolution | null
  /** Name or id of the operator; null when the plugin decided. */
  by: string | null
  at: Date | null
  /** Of the order, such as `#12`; null for other resolutions. */
  order: string | null
}

/**
 * Says what was decided, by whom and when, to an operator who comes second.
 *
 * @example resolvedInWords({ resolution: "keep", by: "ada@example.com", at, ... }) // "ada@example.com kept
 * it on 2026-11-21 at 09:00 UTC."
 */
export function resolvedInWords({ state, resolution, by, at, order }: Resolved): string {
  if (resolution === null) return `It does not need review: it is ${state}.`
  return `${by ?? "The plugin"} ${DONE[resolution](state, order)}${at === null ? "" : ` ${momentInWords(at)}`}.`
}

const DONE: Record<PaymentResolution, (state: PaymentState, order: string | null) => string> = {
  apply: (state, order) =>
    `${state === "captured" ? "applied it to" : "chose to apply it to"} order ${order ?? "?"}`,
  refund_due: () => "recorded it as a refund that is due",
  keep: () => "kept it",
}

/** What a sentence needs: how amounts are shown, and the names of the users who may move money out. */
export type ApplicationNames = { fiat: ShownFiat; allowed: readonly string[] }

export function applicationRefusalInWords(
  refusal: ApplicationRefusal,
  { fiat, allowed }: ApplicationNames
): string {
  switch (refusal.code) {
    case "value_unknown":
      return "Its value in this currency is unknown, so it cannot pay an order."
    case "order_cancelled":
      return "The order is cancelled."
    case "order_not_open":
      return `The order is ${refusal.status}.`
    case "other_currency":
      return `The order is in ${refusal.order}, and the payment was priced in ${refusal.payment}.`
    case "nothing_owed":
      return "Nothing is owed on the order."
    case "less_owed": {
      const { outstanding, currency, value } = refusal
      return `Only ${fiat(outstanding, currency)} ${currency.toUpperCase()} is owed on the order, less than the ${fiat(value, currency)} that arrived.`
    }
    case "other_asset":
      return `No payment of the order asks for ${refusal.token} on this network.`
    case "order_busy":
      return "A payment of the order is being captured right now. Try again in a moment."
    case "application_running":
      return "Other money is being applied to the order right now."
    case "other_customer":
      return otherCustomerInWords(refusal.why, allowed)
    case "not_approved":
      return `The money is not known to come from the customer of the order. ${approvalProblemInWords(refusal.why)}`
  }
}

/** Who can apply money to the order of another customer, to a user who cannot. @param allowed names of the users who can */
export function otherCustomerInWords(why: PayoutRefusal, allowed: readonly string[]): string {
  const who =
    allowed.length === 0
      ? "Only a user who may move money out can apply it there."
      : `Only users who may move money out can apply it there: ${allowed.join(", ")}.`
  const isListed = why.code === "payouts_not_allowed" && why.reason === "not_listed"
  return [
    `The money is not known to come from the customer of the order. ${who}`,
    ...(isListed ? [] : [payoutRefusalInWords(why)]),
  ].join(" ")
}

/** @param names.decided what a person has decided, in words */
export function resolutionRefusalInWords(
  refusal: ResolutionRefusal,
  { decided, ...names }: ApplicationNames & { decided: string }
): string {
  return refusal.code === "decided" || refusal.code === "not_waiting"
    ? decided
    : applicationRefusalInWords(refusal, names)
}

/** Says to an operator why an action on a payment is not possible. */
export function choiceRefusalInWords(refusal: PaymentChoiceRefusal): string {
  return CHOICE_REFUSALS[refusal]
}

const CHOICE_REFUSALS = {
  nothing_to_check: "The provider has nothing open for it.",
  other_account: "The payment belongs to another account at the provider.",
  no_order: "There is no order.",
  order_cancelled: "The order is cancelled.",
  nothing_due: "Nothing is due on the order.",
  payment_on_its_way: "The payment is being confirmed.",
  messages_off: "Messages are off. Set the options notifications.channel and notifications.pageUrl.",
  no_email: "The order has no email address.",
  not_captured: "Nothing is captured.",
  all_refunded: "All of it is refunded or due to be refunded.",
} as const satisfies Record<PaymentChoiceRefusal, string>
