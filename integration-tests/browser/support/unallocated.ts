import type { OnchainUnallocatedPaymentListResponse } from "../../../src/types/http"
import { openPurchase, placePurchase, type Purchase, USDC_ON_BASE } from "../../http/support/purchase"
import type { Shop } from "./shop"

const PATH = "/admin/onchain/unallocated-payments"

/** Our id of a payment without an order, by its session. */
async function unallocatedId({ merchant }: Shop, sessionId: string): Promise<string> {
  const { payments } = await merchant.get<OnchainUnallocatedPaymentListResponse>(`${PATH}?q=${sessionId}`)
  const id = payments[0]?.id
  if (!id) throw new Error(`the payment of ${sessionId} is not in the queue`)
  return id
}

/** The displayed number of an order. */
export async function numberOf({ merchant }: Shop, orderId: string): Promise<number> {
  const { order } = await merchant.get<{ order: { display_id: number } }>(`/admin/orders/${orderId}`)
  return order.display_id
}

/**
 * Money for a checkout that its shopper had abandoned. @returns our id, and the order that is still unpaid
 */
export async function payLeftCheckout(shop: Shop): Promise<{ id: string; orderId: string }> {
  const left = await openPurchase(shop)
  await shop.shopper.chooseIn(left.collectionId, left.cartId, USDC_ON_BASE)
  const orderId = await shop.shopper.placeOrder(left.cartId)
  await shop.sandbox.payInFull(left.invoiceId)
  await shop.quiet()
  return { id: await unallocatedId(shop, left.sessionId), orderId }
}

/** Money for an order that was cancelled first. */
export async function payCancelledOrder(shop: Shop): Promise<{ id: string; orderId: string }> {
  const purchase = await placePurchase(shop)
  await shop.merchant.cancelOrder(purchase.orderId)
  await shop.sandbox.payInFull(purchase.invoiceId)
  await shop.quiet()
  return { id: await unallocatedId(shop, purchase.sessionId), orderId: purchase.orderId }
}

const orders = new WeakMap<Shop, Promise<string>>()

/** The id of an order that stories only look at, with answers of their own. */
export function anyOrder(shop: Shop): Promise<string> {
  const known = orders.get(shop) ?? placeUnpaid(shop).then(({ orderId }) => orderId)
  orders.set(shop, known)
  return known
}

/** An unpaid order. */
export const placeUnpaid = (shop: Shop): Promise<Purchase & { orderId: string }> => placePurchase(shop)
