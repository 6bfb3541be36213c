import type { StoreUnderTest } from "./store-suite"

/** Changes how many pieces of its only item an order is for, as a merchant does in the dashboard. */
export async function editQuantity(
  { merchant }: StoreUnderTest,
  orderId: string,
  quantity: number
): Promise<void> {
  const { order } = await merchant.get<{ order: { items: { id: string }[] } }>(`/admin/orders/${orderId}`)
  await merchant.post("/admin/order-edits", { order_id: orderId })
  await merchant.post(`/admin/order-edits/${orderId}/items/item/${order.items[0]?.id}`, { quantity })
  await merchant.post(`/admin/order-edits/${orderId}/confirm`, {})
}
