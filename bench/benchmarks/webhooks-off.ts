import { z } from "zod"
import { waitUntil } from "../../scripts/process/wait-until"
import type { Benchmark } from "../benchmark"
import type { Environment } from "../environment/environment"
import { countCapturedOnce } from "../orders/captured-orders"
import { createOrderPlacement, type PlacedOrder } from "../orders/placed-order"
import { createRow } from "../report/row"

const orderCount = 500
const atOnce = 4
const patienceMs = 15 * 60_000
/** Most calls that a payment may cost on its first day. */
const callLimit = 40
const Cost = z.object({ most: z.number(), mean: z.number() })

/** Paid orders without a webhook. Stock never captures such an order. */
export const webhooksOff: Benchmark = {
  rows: ["webhooks_off_captured", "webhooks_off_calls"],
  async measure({ say, ...bench }) {
    const environment = await bench.environment()
    say(`webhooks off: placing and paying ${orderCount} orders`)
    const since = new Date()
    const orders = await placeOwn(environment)
    say("all of them paid; no webhook is sent")
    const captured = await waitUntil(
      "every order to be captured",
      async () => {
        const count = await countCapturedOnce(environment, orders)
        return count === orderCount ? count : null
      },
      { timeoutMs: patienceMs, intervalMs: 2_000 }
    ).catch(() => countCapturedOnce(environment, orders))
    const { most, mean } = await costOf(environment, since)
    say(
      `captured exactly once: ${captured} of ${orderCount}; ${mean.toFixed(2)} calls per payment, at most ${most}`
    )
    return [
      createRow("webhooks_off_captured", "orders", { of: "ours", is: "==", limit: orderCount }, [
        { ours: captured, peer: 0 },
      ]),
      createRow("webhooks_off_calls", "calls", { of: "ours", is: "<=", limit: callLimit }, [
        { ours: most, peer: callLimit },
      ]),
    ]
  },
}

async function placeOwn(environment: Environment): Promise<PlacedOrder[]> {
  const placement = createOrderPlacement(environment)
  // The first order creates the shopper's account, which Medusa cannot create twice concurrently.
  const orders = [await placement.own()]
  let started = 1
  const placeInTurn = async () => {
    while (started++ < orderCount) orders.push(await placement.own())
  }
  await Promise.all(Array.from({ length: atOnce }, placeInTurn))
  return orders
}

/** Calls made without a webhook, as counted in the rows. */
async function costOf({ database }: Environment, since: Date) {
  const { rows } = await database.query(
    "SELECT max(check_count)::int AS most, avg(check_count)::float AS mean FROM onchain_attempt WHERE created_at >= $1",
    [since]
  )
  return Cost.parse(rows[0])
}
