import type { StoreUnderTest } from "./store-suite"

/** Changes the quantity of an order's only item, as a merchant does in the dashboard. */
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

/** Returns the only item of a shipped order, and exchanges it for some pieces of another product. */
export async function exchange(
  { merchant, seed }: StoreUnderTest,
  orderId: string,
  { pieces }: { pieces: number }
): Promise<void> {
  const { order } = await merchant.get<{ order: { items: { id: string; quantity: number }[] } }>(
    `/admin/orders/${orderId}`
  )
  const items = order.items.map(({ id, quantity }) => ({ id, quantity }))
  await merchant.post(`/admin/orders/${orderId}/fulfillments`, { items, location_id: seed.stockLocationId })
  const { exchange: begun } = await merchant.post<{ exchange: { id: string } }>("/admin/exchanges", {
    order_id: orderId,
  })
  const path = `/admin/exchanges/${begun.id}`
  await merchant.post(`${path}/inbound/items`, { items, location_id: seed.stockLocationId })
  await merchant.post(`${path}/outbound/items`, {
    items: [{ variant_id: seed.variantIds[1], quantity: pieces }],
  })
  await merchant.post(`${path}/request`, {})
}
