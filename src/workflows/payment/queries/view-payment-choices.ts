import type { MedusaContainer } from "@medusajs/framework/types"
import {
  paymentChoices,
  type PaymentChoiceFacts,
  type PaymentChoiceRefusal,
} from "../../../domain/payment/payment-choices"
import { addAmounts } from "../../../gateway/amount"
import type { OnchainPaymentChoice, OnchainPaymentDetail } from "../../../types/http"
import type { RefundNames } from "../../refund/queries/refund-to-view"
import { isCheckable } from "../check-payment"
import { isCancelled, loadOrder } from "../order-record"
import { linkMessageOf } from "../send-pay-link"
import { choiceRefusalInWords } from "../words"
import type { PaymentRecord } from "./load-payment-records"

type Choices = OnchainPaymentDetail["choices"]

/** What an operator can do with some payments. One read per order. */
export async function loadPaymentChoices(
  container: MedusaContainer,
  records: readonly PaymentRecord[],
  names: Pick<RefundNames, "order">
): Promise<(record: PaymentRecord) => Choices> {
  const orderIds = new Set(records.flatMap(({ payment }) => names.order(payment)?.id ?? []))
  const orders = new Map(
    await Promise.all(
      [...orderIds].map(async (id) => {
        const order = await loadOrder(container, id)
        return [
          id,
          order && { isCancelled: isCancelled(order), isOwed: order.isOwed, email: order.email },
        ] as const
      })
    )
  )
  const onchain = container.resolve("onchain")
  const areMessagesOn = linkMessageOf(container) !== null
  return ({ payment, attempts, refunds }) => {
    const order = orders.get(names.order(payment)?.id ?? "") ?? null
    const { state, abandoned_at } = payment
    const facts: PaymentChoiceFacts = {
      outcome: state === "captured" ? "captured" : state === "unallocated" ? "held" : "open",
      checkableCount: attempts.filter(isCheckable).length,
      isOfThisAccount: onchain.isOfThisAccount(payment),
      isOnItsWay: abandoned_at === null && (state === "confirming" || state === "settled"),
      order,
      areMessagesOn,
      hasEmail: Boolean(order?.email),
      fiatAmount: payment.fiat_amount,
      refundedFiat: addAmounts(
        "0",
        ...refunds.flatMap(({ kind, fiat_amount }) => (kind === "order" ? (fiat_amount ?? []) : []))
      ),
    }
    const { check_now, pay_link, send_link, refund } = paymentChoices(facts)
    return {
      check_now: toView(check_now),
      pay_link: toView(pay_link),
      send_link: toView(send_link),
      refund: toView(refund),
    }
  }
}

function toView(refusal: PaymentChoiceRefusal | null): OnchainPaymentChoice {
  return { is_possible: refusal === null, code: refusal, reason: refusal && choiceRefusalInWords(refusal) }
}
