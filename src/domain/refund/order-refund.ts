import { addAmounts, compareAmounts, subtractAmounts } from "../../gateway/amount"

/** A payment of Medusa with our provider. Amounts in major units. */
export type RefundablePayment = {
  id: string
  sessionId: string
  captured: readonly string[]
  refunded: readonly string[]
}

export type OrderRefundProblem =
  | { code: "no_payment" | "payment_unknown" | "payment_needed" }
  | { code: "decimals"; decimals: number }
  | { code: "over_refund"; left: string }

export type OrderRefundDecision =
  { kind: "refund"; paymentId: string } | { kind: "refused"; problem: OrderRefundProblem }

/**
 * Decides which payment of an order a refund is of, and whether it has so much left.
 *
 * @param question.amount above zero, in major units
 * @param question.decimals of the currency
 * @param question.chosen ids of the payment or its session; null where the order has one
 */
export function decideOrderRefund(question: {
  payments: readonly RefundablePayment[]
  amount: string
  decimals: number
  chosen: readonly string[] | null
}): OrderRefundDecision {
  const { amount, decimals, chosen } = question
  const fraction = amount.split(".")[1] ?? ""
  if (fraction.replace(/0+$/, "").length > decimals)
    return { kind: "refused", problem: { code: "decimals", decimals } }
  const captured = question.payments.filter((payment) => payment.captured.length > 0)
  if (captured.length === 0) return { kind: "refused", problem: { code: "no_payment" } }
  const named = captured.filter(({ id, sessionId }) => chosen?.some((one) => one === id || one === sessionId))
  const open = captured.filter((payment) => leftOf(payment) !== "0")
  const candidates = chosen === null ? (open.length === 0 ? captured.slice(-1) : open) : named
  const [payment, ...others] = candidates
  if (!payment) return { kind: "refused", problem: { code: "payment_unknown" } }
  if (others.length > 0) return { kind: "refused", problem: { code: "payment_needed" } }
  const left = leftOf(payment)
  if (compareAmounts(amount, left) > 0) return { kind: "refused", problem: { code: "over_refund", left } }
  return { kind: "refund", paymentId: payment.id }
}

function leftOf({ captured, refunded }: RefundablePayment): string {
  const [came, back] = [addAmounts(...captured), addAmounts(...refunded)]
  return compareAmounts(came, back) > 0 ? subtractAmounts(came, back) : "0"
}
