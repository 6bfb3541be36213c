import type { Benchmark } from "../benchmark"
import { inboxIsQuiet } from "../environment/inbox"
import { runJobs, takeStrain } from "../environment/strain"
import { placeOrders } from "../orders/place-orders"
import { createRow } from "../report/row"
import { median } from "../report/statistics"
import { ownWebhook } from "../webhooks/own-webhook"
import { createWebhookClient } from "../webhooks/webhook-client"

const parts = 12
/** The first parts fill caches, and the compiler is still at work. */
const settlingParts = 2
const comparedParts = 4
const ordersPerPart = 10
const webhooksPerPart = 500
const secondsPerPart = (24 * 3_600) / parts
/** Seconds between two runs, as the files in `src/jobs` schedule them. */
const jobs = {
  "onchain-process-inbox": 10,
  "onchain-finish-actions": 10,
  "onchain-housekeeping": 10,
  "onchain-poll-payments": 10,
  "onchain-sync-records": 60,
}
const aim = { of: "ratio", is: "<=", limit: 1.05 } as const

/**
 * The store's memory after a simulated day against its memory after the first hours: every job runs as often
 * as it does in a day, 120 orders are paid, 6,000 webhooks come in.
 */
export const memoryAfterADay: Benchmark = {
  rows: ["memory_after_a_day"],
  async measure({ say, ...bench }) {
    const environment = await bench.environment()
    const held: number[] = []
    for (let part = 1; part <= parts; part++) {
      const { ours } = await placeOrders(environment, ordersPerPart, () => undefined)
      const client = createWebhookClient(4)
      for (const order of ours) await client.post(order.webhook())
      for (let n = 0; n < webhooksPerPart; n++)
        await client.post(ownWebhook(environment, { event: "bench.unhandled", data: { n } }))
      client.close()
      await inboxIsQuiet(environment)
      for (const [name, seconds] of Object.entries(jobs))
        await runJobs(environment.monitorUrl, name, secondsPerPart / seconds)
      const { heldBytes } = await takeStrain(environment.monitorUrl)
      held.push(heldBytes / 1_048_576)
      say(`memory, ${(part * 24) / parts} hours: ${held.at(-1)?.toFixed(1)} MiB`)
    }
    const early = median(held.slice(settlingParts, settlingParts + comparedParts))
    return [
      createRow("memory_after_a_day", "MiB", aim, [
        { ours: median(held.slice(-comparedParts)), peer: early },
      ]),
    ]
  },
}
