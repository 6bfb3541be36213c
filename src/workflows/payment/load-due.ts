import type { MedusaContainer } from "@medusajs/framework/types"
import { dueOf, isSameAmount } from "../../domain/payment/outstanding"
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
 * @returns null before its order is placed, after that is cancelled, and once money decides
 */
export async function loadDue(
  container: MedusaContainer,
  payment: AnyPayment,
  owner: Pick<PageOwner, "orderId" | "isOrderCancelled"> | undefined
): Promise<Due | null> {
  if (!owner?.orderId || owner.isOrderCancelled || !canPayAnew(payment.state)) return null
  const debt = await loadDebt(container, owner.orderId)
  if (debt === null) return null
  const amount = dueOf(payment.session_fiat_amount, debt.outstanding, debt.decimals)
  return { amount, isAsked: amount !== "0" && isSameAmount(payment.fiat_amount, amount, debt.decimals) }
}
