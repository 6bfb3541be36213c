import type { Say } from "../../demo/progress"
import type { Environment } from "../environment/environment"
import { type PlacedOrder, createOrderPlacement, stopPolling } from "./placed-order"

const atOnce = 4
const progressStep = 10

/** The same number of unpaid orders for both sides, with webhooks of the same length. */
export interface OrderPairs {
  ours: PlacedOrder[]
  peer: PlacedOrder[]
}

/** @param count orders of each side */
export async function placeOrders(environment: Environment, count: number, say: Say): Promise<OrderPairs> {
  const placement = createOrderPlacement(environment)
  const pairs: OrderPairs = { ours: [], peer: [] }
  const placePair = async () => {
    const own = await placement.own()
    pairs.ours.push(own)
    await stopPolling(environment)
    pairs.peer.push(await placement.peer(own.webhook().body.length))
    if (pairs.peer.length % progressStep === 0)
      say(`  ${pairs.peer.length} of ${count} pairs of orders placed`)
  }
  // The first order creates the shopper's account, which Medusa cannot create twice concurrently.
  await placePair()
  let started = 1
  const placeInTurn = async () => {
    while (started++ < count) await placePair()
  }
  await Promise.all(Array.from({ length: atOnce }, placeInTurn))
  return pairs
}
