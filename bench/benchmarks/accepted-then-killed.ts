import { setTimeout as delay } from "node:timers/promises"
import type { Benchmark } from "../benchmark"
import type { Environment } from "../environment/environment"
import { countCapturedOnce } from "../orders/captured-orders"
import { type OrderPairs, placeOrders } from "../orders/place-orders"
import { createRow } from "../report/row"
import { createWebhookClient } from "../webhooks/webhook-client"

const orderCount = 20
const recoveryMs = 90_000
/** Longer than the run: none of our webhooks is processed before the kill. Stock waits 5 s by itself. */
const invoiceDelayMs = 20_000
const aim = { of: "ours", is: "==", limit: orderCount } as const

/** Webhooks acknowledged with a 2xx, then the process is killed before it handled them. How many orders are captured? */
export const acceptedThenKilled: Benchmark = {
  rows: ["accepted_then_killed_captured"],
  async measure({ say, ...bench }) {
    const environment = await bench.environment()
    say("accepted, then killed: placing orders")
    const orders = await placeOrders(environment, orderCount, say)
    await environment.gateway.holdInvoices(invoiceDelayMs)
    await acceptAll(orders)
    await environment.store.crash()
    await environment.gateway.holdInvoices(null)
    const early = await count(environment, orders)
    if (early.ours + early.peer > 0) throw new Error("Some orders were captured before the kill")
    say(`${2 * orderCount} webhooks accepted, store killed`)

    await environment.store.restart()
    say(`store started again; both sides have ${recoveryMs / 1_000} s`)
    // The full time, even when all are captured: a second capture would be noticed.
    await delay(recoveryMs)
    const captured = await count(environment, orders)
    say(`captured exactly once: ours ${captured.ours}, peer ${captured.peer} of ${orderCount}`)
    return [createRow("accepted_then_killed_captured", "orders", aim, [captured])]
  },
}

async function acceptAll({ ours, peer }: OrderPairs): Promise<void> {
  const client = createWebhookClient(2 * orderCount)
  try {
    await Promise.all([...ours, ...peer].map((order) => client.post(order.webhook())))
  } finally {
    client.close()
  }
}

async function count(environment: Environment, { ours, peer }: OrderPairs) {
  return {
    ours: await countCapturedOnce(environment, ours),
    peer: await countCapturedOnce(environment, peer),
  }
}
