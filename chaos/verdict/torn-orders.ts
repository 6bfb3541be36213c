import type { StormRecord } from "./check"
import type { StoreRecords } from "./store-records"

type Order = StoreRecords["orders"][number]

/** Requests of a killed process are over by then; its last write may carry its start time. */
const AROUND_A_KILL_MS = 10_000

/**
 * Orders that a kill left incomplete: Medusa writes the order first, and then in parallel its cart, its goods
 * and its payment collection; with the in-memory workflow engine nothing undoes that when the process dies in
 * between. Such an order has neither a cart nor a payment collection, so no money can reach it, and nothing
 * marks it as a crypto order; its shopper completes the cart again, which makes the order that counts. It may
 * hold stock, and only an operator can tell it from an order that a merchant created without a cart. The
 * plugin did not cause it, so it is reported beside the verdict.
 */
export function isTorn(order: Order, { killedAt }: StormRecord): boolean {
  const { cart_id, has_collection, status, created_at } = order
  const isBound = cart_id !== null || has_collection || status !== "pending"
  const sinceMs = (kill: number) => kill - created_at.getTime()
  return !isBound && killedAt.some((kill) => Math.abs(sinceMs(kill)) <= AROUND_A_KILL_MS)
}
