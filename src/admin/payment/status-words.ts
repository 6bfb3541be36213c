import type {
  OnchainPaymentSentenceCode,
  OnchainPaymentStatus,
  OnchainPaymentStatusCode,
} from "../../types/http"
import { formatDecimal, formatFiat, formatInstant, formatTokens } from "../ui/format"
import type { Texts } from "../ui/texts"
import { describeUnallocated, nameOf } from "./words"

export const PAYMENT_STATUS_WORDING = {
  awaiting: "Awaiting payment",
  partially_paid: "Partially paid",
  confirming: "Confirming",
  captured: "Captured",
  refund_due: "Refund due",
  refund_blocked_by_gas: "Blocked: add gas",
  partially_refunded: "Partially refunded",
  refunded: "Refunded",
  held: "Needs review",
  applied: "Applied",
  kept: "Kept",
  expired: "Expired",
  cancelled: "Cancelled",
  contradicted: "Reverted",
} as const satisfies Record<OnchainPaymentStatusCode, string>

export const PAYMENT_SENTENCE_WORDING = {
  choose: "The shopper has not chosen a network and token yet.",
  preparing: "Opening the payment at the provider.",
  awaiting: "Waiting for {{expected}}.",
  awaiting_no_address: "The shopper sees no address: {{refusal}}.",
  partially_paid: "{{received}} of {{expected}} received; waiting for {{remaining}}.",
  partially_paid_on_hold: "{{received}} of {{expected}} received; order held until {{until}}.",
  received_not_settled: "{{received}} of {{expected}} received; not settled by the provider yet.",
  part_after_end: "{{received}} of {{expected}} received after the payment ended.",
  confirming: "{{confirmations}} of {{required}} confirmations for {{expected}}.",
  settled: "{{amount}} is final. Capture follows.",
  captured: "{{amount}} received for {{fiat}}.",
  overpaid_captured: "Captured. A surplus of {{surplus}} is due back.",
  refund_due: "A refund of {{due}} is due.",
  refund_on_its_way: "The refund of {{due}} is on its way.",
  refund_blocked_by_gas: "The refund waits for gas. Add gas at the provider.",
  partially_refunded: "{{refunded}} of {{fiat}} refunded.",
  refunded: "{{fiat}} refunded.",
  held: "{{amount}} matches no order.",
  applying: "Applying {{amount}} to another order.",
  applied: "{{amount}} applied to another order.",
  kept: "{{amount}} kept without an order.",
  expired: "Expired. Nothing arrived.",
  failed: "The payment failed at the provider.",
  cancelled: "The payment was cancelled.",
  order_timed_out: "The order was cancelled: unpaid too long.",
  order_cancelled: "The order was cancelled.",
  superseded: "Replaced by the customer's newer payment.",
  abandoned: "The cart changed, or another payment method was chosen.",
  contradicted: "The provider reverted this payment: {{contradiction}}.",
} as const satisfies Record<OnchainPaymentSentenceCode, string>

/** The same sentences where a parameter is missing, or there is one more. */
const VARIANTS = {
  awaiting_until: "Waiting for {{expected}} until {{expires}}.",
  part_unknown: "Part of {{expected}} arrived; the provider does not report how much.",
  confirming_uncounted: "{{expected}} awaits confirmations.",
  overpaid_unknown: "Captured. A surplus is due back.",
  refund_due_unknown: "A refund is due.",
  refund_sent_unknown: "The refund is on its way.",
  partially_refunded_unknown: "Part of {{fiat}} refunded.",
} as const

/** Keys are the provider's statuses that its document names, and what we find wrong with its invoice. */
export const GATEWAY_STATUS_WORDING = {
  pending: "Pending",
  confirming: "Confirming",
  paid: "Paid",
  overpaid: "Overpaid",
  partially_paid: "Partially paid",
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
  underpaid: "Underpaid",
  unassigned: "Not assigned",
  asset_mismatch: "Another token",
  amount_mismatch: "Another amount",
} as const

export const ADDRESS_REFUSAL_WORDING = {
  unusable: "the provider's address is invalid",
  memo_unclear: "its memo is missing or unclear",
  changed: "it changed after it was shown",
} as const

export const paymentStatus = {
  paymentStatus: PAYMENT_STATUS_WORDING,
  paymentSentence: { ...PAYMENT_SENTENCE_WORDING, ...VARIANTS },
  gatewayStatus: GATEWAY_STATUS_WORDING,
  addressRefusal: ADDRESS_REFUSAL_WORDING,
}

/** What is going on, in one sentence. One of a later version is shown by its own name. */
export function describeStatus(
  { sentence, params }: Pick<OnchainPaymentStatus, "sentence" | "params">,
  texts: Texts
): string {
  const { t } = texts
  if (sentence === "held" && params.reason !== null) return describeUnallocated(params.reason, t).sentence
  if (!Object.hasOwn(PAYMENT_SENTENCE_WORDING, sentence)) return sentence
  return t(`paymentSentence.${keyOf(sentence, params)}`, valuesOf(params, texts))
}

type Params = OnchainPaymentStatus["params"]

function keyOf(
  sentence: OnchainPaymentSentenceCode,
  params: Params
): OnchainPaymentSentenceCode | keyof typeof VARIANTS {
  const isDueUnknown = params.due_fiat === null && params.due_tokens === null
  switch (sentence) {
    case "awaiting":
      return params.expires_at === null ? sentence : "awaiting_until"
    case "partially_paid":
    case "partially_paid_on_hold":
    case "received_not_settled":
    case "part_after_end":
      return params.received === null ? "part_unknown" : sentence
    case "confirming":
      return params.confirmations === null || params.confirmations_required === null
        ? "confirming_uncounted"
        : sentence
    case "overpaid_captured":
      return params.surplus === null ? "overpaid_unknown" : sentence
    case "refund_due":
      return isDueUnknown ? "refund_due_unknown" : sentence
    case "refund_on_its_way":
      return isDueUnknown ? "refund_sent_unknown" : sentence
    case "partially_refunded":
      return params.refunded_fiat === null ? "partially_refunded_unknown" : sentence
    default:
      return sentence
  }
}

function valuesOf(params: Params, { t, locale }: Texts): Record<string, string | number> {
  const { currency, token } = params
  const inFiat = (amount: string) => formatFiat(amount, currency, locale)
  const fiat = inFiat(params.fiat)
  const inTokens = (amount: string | null) =>
    amount === null
      ? null
      : token === null
        ? formatDecimal(amount, locale)
        : formatTokens(amount, token, locale)
  const inDigits = (amount: string | null) =>
    amount === null ? t("detail.unknown") : formatDecimal(amount, locale)
  const when = (at: string | null) => (at === null ? t("detail.unknown") : formatInstant(at, locale))
  const expected = inTokens(params.expected) ?? fiat
  return {
    expected,
    fiat,
    amount: inTokens(params.received) ?? expected,
    received: inDigits(params.received),
    remaining: inDigits(params.remaining),
    surplus: inTokens(params.surplus) ?? "",
    due: params.due_fiat === null ? (inTokens(params.due_tokens) ?? "") : inFiat(params.due_fiat),
    refunded: params.refunded_fiat === null ? "" : inFiat(params.refunded_fiat),
    confirmations: params.confirmations ?? 0,
    required: params.confirmations_required ?? 0,
    expires: when(params.expires_at),
    until: when(params.hold_until),
    contradiction: nameOf("gatewayStatus", GATEWAY_STATUS_WORDING, params.contradiction ?? "", t),
    refusal: nameOf("addressRefusal", ADDRESS_REFUSAL_WORDING, params.address_refusal ?? "", t),
  }
}
