import type { StormRecord } from "./check"
import type { StoreBooks } from "./store-books"

type Order = StoreBooks["orders"][number]

/** Requests of a killed process are over by then; its last write may bear the time of its beginning. */
const AROUND_A_KILL_MS = 10_000

/**
 * Orders that a kill tore: Medusa writes the order first, and then side by side its cart, its goods and its payment
 * collection, and with the workflow engine in memory nobody takes that back when the process dies in between. Such an order has
 * neither a cart nor a payment collection, so no money can reach it, and nothing says that it was to be paid with crypto; its
 * shopper completes the cart again, which makes the order that counts. It may hold goods, and nobody but a person can tell
 * it from an order without a cart that a merchant wants. It is no work of the plugin, and is told beside the verdict
 * instead of in it.
 */
export function isTorn(order: Order, { killedAt }: StormRecord): boolean {
  const { cart_id, has_collection, status, created_at } = order
  const isBound = cart_id !== null || has_collection || status !== "pending"
  const sinceMs = (kill: number) => kill - created_at.getTime()
  return !isBound && killedAt.some((kill) => Math.abs(sinceMs(kill)) <= AROUND_A_KILL_MS)
}
