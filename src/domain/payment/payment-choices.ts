import { compareAmounts } from "../../gateway/amount"
import type { PaymentOutcome } from "./payment-lifecycle"

export type PaymentAction = "check_now" | "pay_link" | "send_link" | "refund"

export type PaymentChoiceFacts = {
  outcome: PaymentOutcome
  /** Attempts whose invoice the service may still report something new of. */
  checkableCount: number
  isOfThisAccount: boolean
  /** Money is confirming, or settled and not captured yet. */
  isOnItsWay: boolean
  order: { isCancelled: boolean; isOwed: boolean } | null
  /** Messages have a channel, a page and a template. */
  areMessagesOn: boolean
  hasEmail: boolean
  /** In major units: what was captured, and all refunds of the order, due ones included. */
  fiatAmount: string
  refundedFiat: string
}

export type PaymentChoiceRefusal =
  | "nothing_to_check"
  | "other_account"
  | "no_order"
  | "order_cancelled"
  | "nothing_due"
  | "payment_on_its_way"
  | "messages_off"
  | "no_email"
  | "not_captured"
  | "all_refunded"

/** What stands against each action; null where it is possible. The action itself decides again. */
export function paymentChoices(
  facts: PaymentChoiceFacts
): Record<PaymentAction, PaymentChoiceRefusal | null> {
  const payLink = refusePayLink(facts)
  return {
    check_now: refuseCheck(facts),
    pay_link: payLink,
    send_link: payLink ?? refuseMessage(facts),
    refund: refuseRefund(facts),
  }
}

function refuseCheck({ checkableCount, isOfThisAccount }: PaymentChoiceFacts): PaymentChoiceRefusal | null {
  if (checkableCount === 0) return "nothing_to_check"
  return isOfThisAccount ? null : "other_account"
}

function refusePayLink({ order, isOnItsWay }: PaymentChoiceFacts): PaymentChoiceRefusal | null {
  if (order === null) return "no_order"
  if (order.isCancelled) return "order_cancelled"
  if (!order.isOwed) return "nothing_due"
  return isOnItsWay ? "payment_on_its_way" : null
}

function refuseMessage({ areMessagesOn, hasEmail }: PaymentChoiceFacts): PaymentChoiceRefusal | null {
  if (!areMessagesOn) return "messages_off"
  return hasEmail ? null : "no_email"
}

function refuseRefund({
  outcome,
  order,
  fiatAmount,
  refundedFiat,
}: PaymentChoiceFacts): PaymentChoiceRefusal | null {
  if (outcome !== "captured") return "not_captured"
  if (order === null) return "no_order"
  return compareAmounts(refundedFiat, fiatAmount) < 0 ? null : "all_refunded"
}
