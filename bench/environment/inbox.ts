import { z } from "zod"
import { waitUntil } from "../../scripts/process/wait-until"
import type { Environment } from "./environment"

const Counted = z.object({ count: z.number() })

/** Number of our deliveries in any of these states. */
export async function countDeliveries({ database }: Environment, states: readonly string[]): Promise<number> {
  const query = "SELECT count(*)::int AS count FROM onchain_webhook_delivery WHERE state = ANY($1)"
  return Counted.parse((await database.query(query, [states])).rows[0]).count
}

/** Waits until none of our deliveries is pending, so that it does not affect the next measurement. */
export async function inboxIsQuiet(environment: Environment): Promise<void> {
  const isQuiet = async () => (await countDeliveries(environment, ["received", "processing"])) === 0 || null
  await waitUntil("the inbox to be empty", isQuiet, { timeoutMs: 120_000, intervalMs: 250 })
}
