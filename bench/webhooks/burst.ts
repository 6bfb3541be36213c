import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { pathToFileURL } from "node:url"
import { z } from "zod"
import type { Webhook } from "./webhook"

const BurstResult = z.object({
  acknowledged: z.number(),
  elapsedMs: z.number(),
  firstRefusal: z.string().nullable(),
})
export type BurstResult = z.infer<typeof BurstResult>

/** Sends webhooks from a separate process, as fast as this many connections can. */
export async function sendBurst(webhooks: readonly Webhook[], connections: number): Promise<BurstResult> {
  const tsx = pathToFileURL(require.resolve("tsx")).href
  const sender = spawn(process.execPath, ["--import", tsx, join(__dirname, "burst-sender.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  const order = webhooks.map(({ url, headers, body }) => ({ url: url.href, headers, body: body.toString() }))
  sender.stdin.end(JSON.stringify({ connections, webhooks: order }))
  const [printed, [code]] = await Promise.all([
    text(sender.stdout),
    once(sender, "exit") as Promise<[number | null]>,
  ])
  if (code !== 0) throw new Error(`the webhook sender ended with ${code}`)
  return BurstResult.parse(JSON.parse(printed))
}
