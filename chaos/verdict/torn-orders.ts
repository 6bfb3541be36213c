import { weathers } from "../weather/weathers"
import type { StormRecord } from "./check"
import type { StoreRecords } from "./store-records"

type Order = StoreRecords["orders"][number]
type Reservation = StoreRecords["looseReservations"][number]

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
  return !isBound && isTornAt(created_at, storm)
}

/**
 * A reservation whose order Medusa has undone. When the answer to its last write is lost, the step has failed for Medusa, and its
 * compensation does not know what it would have to delete.
 */
export const isTornReservation = ({ reserved_at }: Reservation, storm: StormRecord): boolean =>
  isTornAt(reserved_at, storm)

function isTornAt(moment: Date, storm: StormRecord): boolean {
  const at = moment.getTime()
  const isAround = ({ from, until }: { from: number; until: number }) =>
    at >= from - AROUND_A_KILL_MS && at <= until + AROUND_A_KILL_MS
  return tearingTimes(storm).some(isAround)
}

/** Whether something interrupted requests of Medusa between two of their writes. */
export const isTearing = (storm: StormRecord): boolean => tearingTimes(storm).length > 0

/** When requests of Medusa died between two of their writes. */
export function tearingTimes({ killedAt, weather }: StormRecord): { from: number; until: number }[] {
  const kills = killedAt.map((at) => ({ from: at, until: at }))
  return [...kills, ...weather.events.filter(({ name }) => weathers[name].tearsOrders)]
}
