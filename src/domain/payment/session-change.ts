/** The order that a payment collection belongs to, once it is placed. */
export type PlacedOrder = {
  /** Medusa's; also of a guest. */ customerId: string | null
  isCancelled: boolean
}

/** A request of the store API. `customerId` is of its login; null for a guest. */
export type ShopperRequest = { customerId: string | null }

export type SessionChangeRefusal = "not_your_order" | "order_cancelled"

/**
 * Decides whether a payment session of a collection may be opened or deleted.
 *
 * Medusa's store API asks for nothing but the collection's id, which everybody with the order id knows. The id of a cart is its
 * shopper's own secret, so a cart is open to all who name it. Without a request the caller is an operator, a job or the store itself.
 *
 * @returns null when it may
 */
export function refuseSessionChange(
  order: PlacedOrder | null,
  request: ShopperRequest | undefined
): SessionChangeRefusal | null {
  if (order === null || request === undefined) return null
  if (request.customerId === null || request.customerId !== order.customerId) return "not_your_order"
  return order.isCancelled ? "order_cancelled" : null
}
