import {
  addAmounts,
  compareAmounts,
  formatAmount,
  multiplyDivide,
  subtractAmounts,
} from "../../gateway/amount"
import { isPayable } from "../money"
import { takenOf } from "./refund-amount"

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

/** `amount` to refund in Medusa: all that is left, to the last digit, where the refund ends it. */
export type OrderRefundDecision =
  { kind: "refund"; paymentId: string; amount: string } | { kind: "refused"; problem: OrderRefundProblem }

/**
 * Decides which payment of an order a refund is of, and whether it has so much left.
 *
 * @param question.amount above zero, in major units
 * @param question.decimals of the currency
 * @param question.chosen ids of the payment or its session; null where the order has one
 * @param question.isExact whether further decimals than those of the currency are refused
 */
export function decideOrderRefund(question: {
  payments: readonly RefundablePayment[]
  amount: string
  decimals: number
  chosen: readonly string[] | null
  isExact: boolean
}): OrderRefundDecision {
  const { amount, decimals, chosen, isExact } = question
  const captured = question.payments.filter((payment) => payment.captured.length > 0)
  if (captured.length === 0) return { kind: "refused", problem: { code: "no_payment" } }
  const named = captured.filter(({ id, sessionId }) => chosen?.some((one) => one === id || one === sessionId))
  const open = captured.filter((payment) => isPayable(leftOf(payment), decimals))
  const candidates = chosen === null ? (open.length === 0 ? captured.slice(-1) : open) : named
  const [payment, ...others] = candidates
  if (!payment) return { kind: "refused", problem: { code: "payment_unknown" } }
  if (others.length > 0) return { kind: "refused", problem: { code: "payment_needed" } }
  const left = leftOf(payment)
  if (!isPayable(left, decimals)) return { kind: "refused", problem: { code: "over_refund", left: "0" } }
  const taken = takenOf(amount, left, decimals)
  if (taken === null)
    return { kind: "refused", problem: { code: "over_refund", left: inUnits(left, decimals) } }
  // What ends it has the digits that Medusa computed with.
  if (isExact && taken !== left && digitsAfterPoint(amount) > decimals)
    return { kind: "refused", problem: { code: "decimals", decimals } }
  return { kind: "refund", paymentId: payment.id, amount: taken }
}

function inUnits(amount: string, decimals: number): string {
  return formatAmount(multiplyDivide(amount, {}, decimals, "half_up"), decimals)
}

function digitsAfterPoint(amount: string): number {
  return (amount.split(".")[1] ?? "").replace(/0+$/, "").length
}

function leftOf({ captured, refunded }: RefundablePayment): string {
  const [came, back] = [addAmounts(...captured), addAmounts(...refunded)]
  return compareAmounts(came, back) > 0 ? subtractAmounts(came, back) : "0"
}
