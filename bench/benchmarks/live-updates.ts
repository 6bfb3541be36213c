import { setTimeout as delay } from "node:timers/promises"
import type { Benchmark } from "../benchmark"
import type { Environment } from "../environment/environment"
import { inboxIsQuiet } from "../environment/inbox"
import { takeStrain } from "../environment/strain"
import { linkPages } from "../live/page-links"
import { openSwarm } from "../live/watcher-swarm"
import { createOrderPlacement, type PlacedOrder, stopPolling } from "../orders/placed-order"
import { createRow, type Row } from "../report/row"
import { percentile } from "../report/statistics"
import { createWebhookClient } from "../webhooks/webhook-client"

const watchers = 5_000
const ordersWatched = 50
/** All of one order, which a write changes. */
const changedPages = 100
/** Of an order that is paid: the tab of the checkout, and the link of the email. */
const pagesOfShopper = 2
const rounds = 3
const ordersPerRound = 8
const quietMs = 20_000
const timeoutMs = 60_000

interface Measured {
  queriesPerSecond: number
  kilobytesPerWatcher: number
  /** Of each round, in milliseconds. */
  updates: number[][]
  webhooks: number[][]
}

/** 5,000 open payment pages in one process, each with its own link. */
export const liveUpdates: Benchmark = {
  rows: [
    ...["live_watchers_queries", "live_update_p95", "live_watcher_memory"],
    ...["webhook_to_screen_p50", "webhook_to_screen_p95"],
  ],
  async measure({ say, ...bench }) {
    const environment = await bench.environment()
    const placement = createOrderPlacement(environment)
    const orders: PlacedOrder[] = []
    for (let n = 0; n < ordersWatched; n++) {
      orders.push(await placement.own())
      await stopPolling(environment)
    }
    const urls = await linkOrders(environment, orders)
    say(`${ordersWatched} orders placed, ${watchers} links made`)
    const before = await takeStrain(environment.monitorUrl)
    const swarm = await openSwarm(urls)
    try {
      const opened = await takeStrain(environment.monitorUrl)
      say(`${watchers} pages are open: ${Math.round((opened.heldBytes - before.heldBytes) / 1_024)} kB`)
      await delay(quietMs)
      const quiet = await takeStrain(environment.monitorUrl)
      const measured: Measured = {
        queriesPerSecond: quiet.liveQueriesPerSecond,
        kilobytesPerWatcher: (opened.heldBytes - before.heldBytes) / watchers / 1_024,
        ...{ updates: [], webhooks: [] },
      }
      for (let round = 0; round < rounds; round++) {
        measured.updates.push(await changeOnePage(environment, orders, swarm, round))
        measured.webhooks.push(await payOrders(environment, orders, swarm, round))
        const [update = 0, webhook = 0] = [measured.updates, measured.webhooks].map((all) =>
          Math.round(percentile(all[round] ?? [], 0.95))
        )
        say(`live updates, round ${round + 1} of ${rounds}: p95 ${update} ms, from a webhook ${webhook} ms`)
      }
      const rows = createRows(measured)
      for (const { name, ours, unit } of rows) say(`${name}: ${ours} ${unit}`)
      return rows
    } finally {
      swarm.close()
    }
  },
}

/** Pages of those that are paid, of the last, which a write changes, and of the rest, which are only open. */
async function linkOrders(environment: Environment, orders: readonly PlacedOrder[]): Promise<string[]> {
  const paid = orders.slice(0, rounds * ordersPerRound)
  const others = orders.slice(paid.length, -1)
  const count = paid.length * pagesOfShopper
  return [
    ...(await linkPages(environment, paid, count)),
    ...(await linkPages(environment, orders.slice(-1), changedPages)),
    ...(await linkPages(environment, others, watchers - count - changedPages)),
  ]
}

type Swarm = Awaited<ReturnType<typeof openSwarm>>

/** One write to a payment, as the plugin writes it, changes all pages that watch it. */
async function changeOnePage(
  { database }: Environment,
  orders: readonly PlacedOrder[],
  swarm: Swarm,
  round: number
): Promise<number[]> {
  const delays: number[] = []
  const last = orders.at(-1)
  if (!last) throw new Error("no order is watched")
  for (let n = 0; n < ordersPerRound; n++) {
    // Keep changes out of step with the ticks.
    await delay(137 * n)
    const events = swarm.nextEvents(changedPages, timeoutMs)
    await database.query(
      `UPDATE onchain_attempt AS a SET confirmations = $1, updated_at = now() FROM onchain_payment AS p
         JOIN order_payment_collection AS link ON link.payment_collection_id = p.collection_id
       WHERE a.payment_id = p.id AND link.order_id = $2 RETURNING pg_notify('onchain_page', p.collection_id)`,
      [1 + n + round * ordersPerRound, last.orderId]
    )
    delays.push(...(await events))
  }
  return delays
}

/** From sending a webhook to "paid" on its order's pages, one order at a time. */
async function payOrders(
  environment: Environment,
  orders: readonly PlacedOrder[],
  swarm: Swarm,
  round: number
): Promise<number[]> {
  const client = createWebhookClient(1)
  const delays: number[] = []
  try {
    for (const order of orders.slice(round * ordersPerRound, (round + 1) * ordersPerRound)) {
      const webhook = order.webhook()
      const events = swarm.nextEvents(pagesOfShopper, timeoutMs, '"status":"paid"')
      await client.post(webhook)
      delays.push(...(await events))
      await inboxIsQuiet(environment)
      await delay(2_500)
    }
  } finally {
    client.close()
  }
  return delays
}

function createRows({ queriesPerSecond, kilobytesPerWatcher, updates, webhooks }: Measured): Row[] {
  const alone = (ours: number) => ({ ours, peer: 0 })
  const of = (measured: readonly number[][], share: number) =>
    measured.map((delays) => alone(percentile(delays, share)))
  return [
    createRow("live_watchers_queries", "per second", { of: "ours", is: "<=", limit: 1 }, [
      alone(queriesPerSecond),
    ]),
    createRow("live_update_p95", "ms", { of: "ours", is: "<=", limit: 1_000 }, of(updates, 0.95)),
    createRow("live_watcher_memory", "kB", { of: "ours", is: "<=", limit: 100 }, [
      alone(kilobytesPerWatcher),
    ]),
    createRow("webhook_to_screen_p50", "ms", { of: "ours", is: "<=", limit: 1_000 }, of(webhooks, 0.5)),
    createRow("webhook_to_screen_p95", "ms", { of: "ours", is: "<=", limit: 1_000 }, of(webhooks, 0.95)),
  ]
}
