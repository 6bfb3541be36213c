import type { OnchainApplicationCandidate, OnchainUnallocatedPaymentDetail } from "../../types/http"
import type { ConfirmationWords } from "../ui/action/confirmation"
import { decimalDifference, formatFiat } from "../ui/format"
import { orderName } from "../ui/names"
import type { Texts } from "../ui/texts"
import { paymentAmount } from "./amount"

type Payment = Pick<
  OnchainUnallocatedPaymentDetail,
  "reason" | "expected_amount" | "received_amount" | "token" | "fiat_value" | "currency_code"
>

export type ChosenOrder = { id: string; candidate: OnchainApplicationCandidate | null }

export type PaymentQuestion =
  { action: "apply"; order: ChosenOrder } | { action: "refund_due" } | { action: "keep" }

export function describePaymentConfirmation(
  payment: Payment,
  question: PaymentQuestion,
  texts: Texts
): ConfirmationWords {
  const { t } = texts
  const amount = paymentAmount(payment, texts)
  const { action } = question
  const order = action === "apply" ? orderName(question.order.candidate?.order ?? toNamed(question), t) : ""
  return {
    title: t(`settle.${action}.title`, { amount, order }),
    text:
      action === "apply"
        ? describeApplication(payment, question.order, texts)
        : t(`settle.${action}.text`, { amount }),
    destination: null,
    note: null,
    warning: t(`settle.${action}.not`),
    isFinal: true,
    button: t(`resolve.${action}.button`),
  }
}

const toNamed = ({ order }: { order: ChosenOrder }) => ({ id: order.id, display_id: null })

/** Only the server knows an order whose id was entered. */
function describeApplication(payment: Payment, { candidate }: ChosenOrder, texts: Texts): string {
  const { t, locale } = texts
  if (!candidate || payment.fiat_value === null) return t("settle.apply.named")
  const { order } = candidate
  const facts = {
    order: orderName(order, t),
    amount: paymentAmount(payment, texts),
    outstanding: formatFiat(order.outstanding, order.currency_code, locale),
    value: formatFiat(payment.fiat_value, payment.currency_code, locale),
  }
  const rest = decimalDifference(order.outstanding, payment.fiat_value)
  if (!rest || rest.sign <= 0) return t("settle.apply.whole", facts)
  return t("settle.apply.part", { ...facts, rest: formatFiat(rest.size, order.currency_code, locale) })
}
