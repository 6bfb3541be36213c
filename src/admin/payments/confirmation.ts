import type { OnchainUnallocatedPaymentDetail } from "../../types/http"
import type { ConfirmationWords } from "../components/confirmation"
import { decimalDifference } from "../format/decimal"
import { formatFiat } from "../format/fiat"
import type { Translate } from "../i18n/translate"
import { orderName } from "../naming/order-name"
import { paymentAmount } from "./amount"
import type { ChosenOrder } from "./decision"

type Payment = Pick<
  OnchainUnallocatedPaymentDetail,
  "reason" | "expected_amount" | "received_amount" | "token" | "fiat_value" | "currency_code"
>

/** What is about to be decided. */
export type PaymentQuestion =
  { action: "apply"; order: ChosenOrder } | { action: "refund_due" } | { action: "keep"; note: string }

/**
 * Says what a decision does, and what it does not.
 *
 * @param locale BCP 47
 */
export function describePaymentConfirmation(
  payment: Payment,
  question: PaymentQuestion,
  t: Translate,
  locale: string
): ConfirmationWords {
  const amount = paymentAmount(payment, t, locale)
  const { action } = question
  const order = action === "apply" ? orderName(question.order.candidate?.order ?? toNamed(question), t) : ""
  return {
    title: t(`settle.${action}.title`, { amount, order }),
    text:
      action === "apply"
        ? describeApplication(payment, question.order, t, locale)
        : t(`settle.${action}.text`, { amount }),
    destination: null,
    note: action === "keep" ? question.note : null,
    warning: t(`settle.${action}.not`),
    isFinal: true,
    button: t(`resolve.${action}.button`),
  }
}

const toNamed = ({ order }: { order: ChosenOrder }) => ({ id: order.id, display_id: null })

/** What the order owes before and after. Of an order that was only named, nothing is known here: the server looks. */
function describeApplication(
  payment: Payment,
  { candidate }: ChosenOrder,
  t: Translate,
  locale: string
): string {
  if (!candidate || payment.fiat_value === null) return t("settle.apply.named")
  const { order } = candidate
  const facts = {
    order: orderName(order, t),
    amount: paymentAmount(payment, t, locale),
    outstanding: formatFiat(order.outstanding, order.currency_code, locale),
    value: formatFiat(payment.fiat_value, payment.currency_code, locale),
  }
  const rest = decimalDifference(order.outstanding, payment.fiat_value)
  if (!rest || rest.sign <= 0) return t("settle.apply.whole", facts)
  return t("settle.apply.part", { ...facts, rest: formatFiat(rest.size, order.currency_code, locale) })
}
