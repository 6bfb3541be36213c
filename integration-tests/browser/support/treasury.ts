import { placePurchase, USDC_ON_BASE } from "../../http/support/purchase"
import { catchUp } from "../../http/support/treasury"
import type { Shop } from "./shop"

/** Long enough for a payment to be swept into the treasury. */
const UNTIL_SWEPT_MS = 60_000

/** Makes a sale, so that there is money to pay out. @returns the order, captured */
export async function sell(shop: Shop): Promise<{ orderId: string }> {
  const { orderId, invoiceId } = await placePurchase(shop, USDC_ON_BASE)
  await shop.sandbox.payInFull(invoiceId)
  await shop.quiet()
  await shop.sandbox.advance(UNTIL_SWEPT_MS)
  // Its quotes end by its own clock.
  await catchUp(shop.sandbox)
  return { orderId }
}

/** Refunds part of an order in Medusa, which sends nothing. @param amount in major units */
export async function refundInMedusa({ merchant }: Shop, orderId: string, amount: number): Promise<void> {
  const { order } = await merchant.get<{
    order: { payment_collections: { payments: { id: string }[] }[] }
  }>(`/admin/orders/${orderId}?fields=payment_collections.payments.id`)
  const [payment] = order.payment_collections.flatMap(({ payments }) => payments)
  if (!payment) throw new Error(`${orderId} has no payment`)
  await merchant.post(`/admin/payments/${payment.id}/refund`, { amount })
}
