import { weathers } from "../weather/weathers"
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
export function isTorn(order: Order, storm: StormRecord): boolean {
  const { cart_id, has_collection, status, created_at } = order
  const isBound = cart_id !== null || has_collection || status !== "pending"
  const at = created_at.getTime()
  const isAround = ({ from, until }: { from: number; until: number }) =>
    at >= from - AROUND_A_KILL_MS && at <= until + AROUND_A_KILL_MS
  return !isBound && tearingTimes(storm).some(isAround)
}

/** Whether something interrupted requests of Medusa between two of their writes. */
export const isTearing = (storm: StormRecord): boolean => tearingTimes(storm).length > 0

/** When requests of Medusa died between two of their writes. */
export function tearingTimes({ killedAt, weather }: StormRecord): { from: number; until: number }[] {
  const kills = killedAt.map((at) => ({ from: at, until: at }))
  return [...kills, ...weather.events.filter(({ name }) => weathers[name].tearsOrders)]
}
