/**
 * Sends webhooks as fast as they are acknowledged, from its own process, so that sending does not slow the
 * storefront measurement. Reads `{ connections, webhooks }` on standard input and prints the result.
 */
import { text } from "node:stream/consumers"
import { z } from "zod"
import { createWebhookClient } from "./webhook-client"

const Order = z.object({
  connections: z.number(),
  webhooks: z.array(
    z.object({
      url: z.string(),
      headers: z.record(z.string(), z.union([z.string(), z.number()])),
      body: z.string(),
    })
  ),
})

async function main(): Promise<void> {
  const { connections, webhooks } = Order.parse(JSON.parse(await text(process.stdin)))
  const client = createWebhookClient(connections)
  const waiting = webhooks.map(({ url, headers, body }) => ({
    url: new URL(url),
    headers,
    body: Buffer.from(body),
  }))
  const refusals: string[] = []
  let acknowledged = 0
  const sendInTurn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      try {
        await client.post(next)
        acknowledged++
      } catch (error) {
        refusals.push(String(error))
      }
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, sendInTurn))
  const elapsedMs = performance.now() - startedAt
  client.close()
  process.stdout.write(JSON.stringify({ acknowledged, elapsedMs, firstRefusal: refusals[0] ?? null }))
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
