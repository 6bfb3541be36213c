import { setTimeout as delay } from "node:timers/promises"
import type { Say } from "../../demo/progress"
import type { Benchmark } from "../benchmark"
import type { Environment } from "../environment/environment"
import { inboxIsQuiet } from "../environment/inbox"
import { type CaptureWatch, watchCaptures } from "../orders/capture-watch"
import { placeOrders } from "../orders/place-orders"
import type { PlacedOrder } from "../orders/placed-order"
import { type Aim, type Row, createRow } from "../report/row"
import { percentile } from "../report/statistics"
import { type WebhookClient, createWebhookClient } from "../webhooks/webhook-client"

const rounds = 3
const ordersPerRound = 20
const warmUpOrders = 3
/**
 * A webhook of each side per beat: the last is sent before the stock path, 5 s later, processes its first.
 */
const beatMs = 220
const captureTimeoutMs = 60_000
const aim: Aim = { of: "ratio", is: "<=", limit: 0.05 }
const shares = { webhook_to_capture_p50: 0.5, webhook_to_capture_p95: 0.95 }

/** From a webhook being posted to its order being captured, one order of each side in turn. */
export const webhookToCapture: Benchmark = {
  rows: Object.keys(shares),
  async measure({ say, ...bench }) {
    const environment = await bench.environment()
    const watch = await watchCaptures(environment)
    const client = createWebhookClient(2)
    try {
      const measured: Latencies[] = []
      await runRound({ environment, say }, watch, client, warmUpOrders)
      for (let round = 1; round <= rounds; round++) {
        say(`webhook to capture, round ${round} of ${rounds}`)
        measured.push(await runRound({ environment, say }, watch, client, ordersPerRound))
      }
      return Object.entries(shares).map(([name, share]) => toRow(name, share, measured))
    } finally {
      client.close()
      await watch.close()
    }
  },
}

interface Latencies {
  ours: number[]
  peer: number[]
}

async function runRound(
  bench: { environment: Environment; say: Say },
  watch: CaptureWatch,
  client: WebhookClient,
  count: number
) {
  const orders = await placeOrders(bench.environment, count, bench.say)
  const ours: Promise<number>[] = []
  const peer: Promise<number>[] = []
  for (const [index, own] of orders.ours.entries()) {
    ours.push(timeToCapture(own, watch, client))
    await delay(beatMs / 2)
    const stock = orders.peer[index]
    if (stock) peer.push(timeToCapture(stock, watch, client))
    await delay(beatMs / 2)
  }
  const latencies: Latencies = { ours: await Promise.all(ours), peer: await Promise.all(peer) }
  await inboxIsQuiet(bench.environment)
  return latencies
}

async function timeToCapture(order: PlacedOrder, watch: CaptureWatch, client: WebhookClient) {
  const webhook = order.webhook()
  const captured = watch.captured(order.orderId)
  const sentAt = performance.now()
  await client.post(webhook)
  const timeout = delay(captureTimeoutMs, null, { ref: false })
  const capturedAt = await Promise.race([captured, timeout])
  if (capturedAt === null) throw new Error(`${order.orderId} was not captured within ${captureTimeoutMs} ms`)
  return capturedAt - sentAt
}

function toRow(name: string, share: number, measured: readonly Latencies[]): Row {
  const perRound = measured.map(({ ours, peer }) => ({
    ours: percentile(ours, share),
    peer: percentile(peer, share),
  }))
  return createRow(name, "ms", aim, perRound)
}
