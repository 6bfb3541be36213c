import type {
  OnchainPaymentDetail,
  OnchainPaymentSentenceCode,
  OnchainPaymentStatus,
  OnchainPayoutLeg,
} from "../../types/http"
import { formatDecimal, formatFiat, formatInstant, formatTokens } from "../ui/format"
import { findWords, nameOf, type Texts } from "../ui/texts"
import { describeUnallocated } from "./describe"

/** What is going on, in one sentence. One of a later version is shown by its own name. */
export function describeStatus(
  { sentence, params }: Pick<OnchainPaymentStatus, "sentence" | "params">,
  texts: Texts
): string {
  const { t } = texts
  if (sentence === "held" && params.reason !== null) return describeUnallocated(params.reason, t).sentence
  if (findWords(`paymentSentence.${sentence}`) === undefined) return sentence
  return t(`paymentSentence.${keyOf(sentence, params)}`, valuesOf(params, texts))
}

/** The shares of a payment: of another attempt than the captured or current one, only those that the provider pays. */
export function legsOf({ attempts }: Pick<OnchainPaymentDetail, "attempts">): OnchainPayoutLeg[] {
  return attempts.flatMap(({ is_captured: isCaptured, is_current: isCurrent, legs }) =>
    isCaptured || isCurrent ? legs : legs.filter(({ status }) => status !== null)
  )
}

type Params = OnchainPaymentStatus["params"]

/** Where a parameter is missing, or there is one more, the sentence is another. */
function keyOf(sentence: OnchainPaymentSentenceCode, params: Params): string {
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
    contradiction: nameOf("gatewayStatus", params.contradiction ?? "", t),
    deposit: depositOf(params, locale) ?? t("deposit.title"),
    refusal: nameOf("addressRefusal", params.address_refusal ?? "", t),
  }
}

const depositOf = ({ deposit_amount: amount, deposit_token: token }: Params, locale: string) =>
  amount === null || token === null ? null : formatTokens(amount, token, locale)
