import type { Database } from "./environment/ground"
import type { Controls } from "./shopper/controls"

/** Past the expiry of every sandbox invoice, which is half an hour. */
const minutes = 31

/** Times the plugin has scheduled, or remembers as the last run. */
const planned: Record<string, readonly string[]> = {
  onchain_payment: ["order_check_at"],
  onchain_attempt: ["next_check_at"],
  onchain_webhook_delivery: ["next_attempt_at", "lease_expires_at"],
  onchain_deposit: ["next_attempt_at", "lease_expires_at"],
  onchain_status: ["started_at", "seen_at", "finished_at"],
}

/**
 * Moves both sides half an hour ahead at once: the service's clock advances, and the store's schedule is
 * moved back.
 *
 * The store polls payments of ended orders about every twenty minutes, which a run would otherwise have to
 * wait for whenever all webhooks of one were lost. Only times are changed.
 */
export async function letTimePass(database: Database, controls: Controls): Promise<void> {
  await controls.tell("/advance", { ms: minutes * 60_000 })
  for (const [table, columns] of Object.entries(planned)) {
    const changes = columns.map((column) => `${column} = ${column} - interval '${minutes} minutes'`)
    await database.query(`UPDATE ${table} SET ${changes.join(", ")}`)
  }
}
