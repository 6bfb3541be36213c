import type { StoreUnderTest } from "./store-suite"

type Items = { id: string; quantity: number }[]

export const credit = ({ merchant }: StoreUnderTest, orderId: string, amount: number) =>
  merchant.post(`/admin/orders/${orderId}/credit-lines`, {
    amount,
    reference: "gift_card",
    reference_id: "gift_1",
  })

async function itemsOf(merchant: StoreUnderTest["merchant"], orderId: string): Promise<Items> {
  const { order } = await merchant.get<{ order: { items: Items } }>(`/admin/orders/${orderId}`)
  return order.items.map(({ id, quantity }) => ({ id, quantity }))
}

async function fulfil({ merchant, seed }: StoreUnderTest, orderId: string, items: Items): Promise<Items> {
  await merchant.post(`/admin/orders/${orderId}/fulfillments`, { items, location_id: seed.stockLocationId })
  return items
}

async function fulfilOne(store: StoreUnderTest, orderId: string): Promise<Items> {
  const [item] = await itemsOf(store.merchant, orderId)
  return fulfil(store, orderId, item ? [{ id: item.id, quantity: 1 }] : [])
}

/** Requests that items come back, and that some pieces of another product go out. */
async function swap({ merchant, seed }: StoreUnderTest, path: string, items: Items, pieces = 1) {
  await merchant.post(`${path}/inbound/items`, { items, location_id: seed.stockLocationId })
  await merchant.post(`${path}/outbound/items`, {
    items: [{ variant_id: seed.variantIds[1], quantity: pieces }],
  })
  await merchant.post(`${path}/request`, {})
}

/** A customer announces to send one piece back. @returns takes it back again */
export async function requestReturn(store: StoreUnderTest, orderId: string): Promise<() => Promise<unknown>> {
  const { merchant, seed } = store
  const items = await fulfilOne(store, orderId)
  const { return: begun } = await merchant.post<{ return: { id: string } }>("/admin/returns", {
    order_id: orderId,
    location_id: seed.stockLocationId,
  })
  await merchant.post(`/admin/returns/${begun.id}/request-items`, { items })
  await merchant.post(`/admin/returns/${begun.id}/request`, {})
  return () => merchant.post(`/admin/returns/${begun.id}/cancel`, {})
}

/** A customer claims one piece, and gets another product for it. @returns takes it back again */
export async function claimReplacement(
  store: StoreUnderTest,
  orderId: string
): Promise<() => Promise<unknown>> {
  const { merchant } = store
  const items = await fulfilOne(store, orderId)
  const { claim } = await merchant.post<{ claim: { id: string } }>("/admin/claims", {
    order_id: orderId,
    type: "replace",
  })
  const path = `/admin/claims/${claim.id}`
  await merchant.post(`${path}/claim-items`, {
    items: items.map((item) => ({ ...item, reason: "production_failure" })),
  })
  await swap(store, path, items)
  return () => merchant.post(`${path}/cancel`, {})
}

/** Transfers an order to another account, which accepts by the token of its mail. */
export async function transfer(
  { merchant, shopper, db }: StoreUnderTest,
  orderId: string,
  customerId: string
) {
  await merchant.post(`/admin/orders/${orderId}/transfer`, { customer_id: customerId })
  const { rows } = await db.raw(
    `SELECT details->>'token' AS token FROM order_change_action
     WHERE order_id = ? AND action = 'TRANSFER_CUSTOMER' ORDER BY created_at DESC LIMIT 1`,
    [orderId]
  )
  await shopper.post(`/store/orders/${orderId}/transfer/accept`, { token: rows[0].token })
}

/** Changes the quantity of an order's only item, as a merchant does in the dashboard. */
export async function editQuantity(
  { merchant }: StoreUnderTest,
  orderId: string,
  quantity: number
): Promise<void> {
  const [item] = await itemsOf(merchant, orderId)
  await merchant.post("/admin/order-edits", { order_id: orderId })
  await merchant.post(`/admin/order-edits/${orderId}/items/item/${item?.id}`, { quantity })
  await merchant.post(`/admin/order-edits/${orderId}/confirm`, {})
}

/** Returns the only item of a shipped order, and exchanges it for some pieces of another product. */
export async function exchange(store: StoreUnderTest, orderId: string, pieces: number): Promise<void> {
  const { merchant } = store
  const items = await fulfil(store, orderId, await itemsOf(merchant, orderId))
  const { exchange: begun } = await merchant.post<{ exchange: { id: string } }>("/admin/exchanges", {
    order_id: orderId,
  })
  await swap(store, `/admin/exchanges/${begun.id}`, items, pieces)
}
