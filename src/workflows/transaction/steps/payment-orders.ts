import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { loadUnallocatedNames } from "../../unallocated-payment/steps/unallocated-names"

/** The order of a payment of ours, by the payment's id; null when there is none, or none yet. */
export type PaymentOrders = (paymentId: string) => { id: string; display_id: number | null } | null

/** Loads the orders that some payments were made for, or applied to, with one read of each kind. */
export async function loadPaymentOrders(
  container: MedusaContainer,
  payments: readonly PaymentRow[]
): Promise<PaymentOrders> {
  if (payments.length === 0) return () => null
  const names = await loadUnallocatedNames(container, payments)
  const orders = new Map(payments.map((row) => [row.id, names.appliedTo(row) ?? names.meantFor(row)]))
  return (paymentId) => orders.get(paymentId) ?? null
}
