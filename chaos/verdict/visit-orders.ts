import type { VisitRecord } from "../shopper/visit"
import type { Evidence } from "./check"

/** An order as the store has it. */
export type Order = Evidence["store"]["orders"][number]

/** The order a shopper's last cart became, if it did. */
export function orderOf({ cartIds }: VisitRecord, { store }: Evidence): Order | undefined {
  const last = cartIds.at(-1)
  return store.orders.find(({ cart_id }) => cart_id !== null && cart_id === last)
}

/** Orders that the shopper abandoned for another one. */
export function ordersLeft({ cartIds }: VisitRecord, { store }: Evidence): Order[] {
  return store.orders.filter(({ cart_id }) => cart_id !== null && cartIds.slice(0, -1).includes(cart_id))
}
