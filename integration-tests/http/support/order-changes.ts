import type { StoreUnderTest } from "./store-suite"

type Items = { id: string; quantity: number }[]

export const credit = ({ merchant }: StoreUnderTest, orderId: string, amount: number) =>
  merchant.post(`/admin/orders/${orderId}/credit-lines`, {
    amount,
    reference: "gift_card",
    reference_id: "gift_1",
  })

async function fulfil({ merchant, seed }: StoreUnderTest, orderId: string): Promise<Items> {
  const { order } = await merchant.get<{ order: { items: Items } }>(`/admin/orders/${orderId}`)
  const items = order.items.slice(0, 1).map(({ id }) => ({ id, quantity: 1 }))
  await merchant.post(`/admin/orders/${orderId}/fulfillments`, { items, location_id: seed.stockLocationId })
  return items
}

/** A customer announces to send one piece back. @returns takes it back again */
export async function requestReturn(store: StoreUnderTest, orderId: string): Promise<() => Promise<unknown>> {
  const { merchant, seed } = store
  const items = await fulfil(store, orderId)
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
  const { merchant, seed } = store
  const items = await fulfil(store, orderId)
  const { claim } = await merchant.post<{ claim: { id: string } }>("/admin/claims", {
    order_id: orderId,
    type: "replace",
  })
  const path = `/admin/claims/${claim.id}`
  await merchant.post(`${path}/claim-items`, {
    items: items.map((item) => ({ ...item, reason: "production_failure" })),
  })
  await merchant.post(`${path}/inbound/items`, { items, location_id: seed.stockLocationId })
  await merchant.post(`${path}/outbound/items`, { items: [{ variant_id: seed.variantIds[1], quantity: 1 }] })
  await merchant.post(`${path}/request`, {})
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
