import type { Client } from "@medusajs/framework/pg"
import type { Controls } from "./shopper/controls"

/** Past the end of every invoice of the sandbox, which live for half an hour. */
const minutes = 31

/** What the plugin has planned for later, or remembers as the last time. */
const planned: Record<string, readonly string[]> = {
  onchain_payment: ["order_check_at"],
  onchain_attempt: ["next_check_at"],
  onchain_webhook_delivery: ["next_attempt_at", "lease_expires_at"],
  onchain_deposit: ["next_attempt_at", "lease_expires_at"],
  onchain_sync_run: ["started_at", "alive_at", "finished_at"],
}

/**
 * Lets half an hour pass for both sides at once: the service's clock is moved, and what the store has planned comes
 * that much earlier.
 *
 * Payments of orders that are over are asked for every twenty minutes or so, which a run would otherwise have to wait
 * for whenever every webhook of one was lost. Nothing but times is touched.
 */
export async function letTimePass(database: Client, controls: Controls): Promise<void> {
  await controls.tell("/advance", { ms: minutes * 60_000 })
  for (const [table, columns] of Object.entries(planned)) {
    const changes = columns.map((column) => `${column} = ${column} - interval '${minutes} minutes'`)
    await database.query(`UPDATE ${table} SET ${changes.join(", ")}`)
  }
}
