import type { MedusaContainer } from "@medusajs/framework/types"
import { moneyOf } from "../../domain/money"
import { dueOf, isSameAmount } from "../../domain/payment/order-cover"
import { canPayAnew } from "../../domain/payment/payment-lifecycle"
import type { AnyPayment } from "../../modules/onchain/payment/payment-row"
import type { PageOwner } from "./create-page-link"
import { loadDebt } from "./order-record"

/** What a payment is to ask for now, in major units, "0" when nothing; `isAsked`: its attempt asks for just that. */
export type Due = { amount: string; isAsked: boolean }

/**
 * Reads what a payment that waits for money is to ask for: an order may owe less than it did, after a credit line, an edit or a
 * payment of another method.
 *
 * @returns null before its order is placed, after that is cancelled, once money decides, and for an order in another currency
 */
export async function loadDue(
  container: MedusaContainer,
  payment: AnyPayment,
  owner: Pick<PageOwner, "orderId" | "isOrderCancelled"> | undefined
): Promise<Due | null> {
  if (!owner?.orderId || owner.isOrderCancelled || !canPayAnew(payment.state)) return null
  const debt = await loadDebt(container, owner.orderId)
  const session = moneyOf(payment.session_fiat_amount, payment.currency_code)
  if (debt?.outstandingMoney.currency !== session.currency) return null
  const due = dueOf(session, debt.outstandingMoney, debt.decimals)
  const asked = { ...session, amount: payment.fiat_amount }
  return { amount: due.amount, isAsked: due.amount !== "0" && isSameAmount(asked, due, debt.decimals) }
}
