import { eventually } from "./eventually"
import type { StoreUnderTest } from "./store-suite"
import { installed } from "./installed"

/**
 * Waits for what the sandbox is sending, and runs the job of the inbox, without the pauses between attempts,
 * until every delivery is settled.
 */
export async function retryDeliveries({ sandbox, container, db, quiet }: StoreUnderTest): Promise<void> {
  await sandbox.flush()
  const waiting = () => db("onchain_webhook_delivery").whereIn("state", ["received", "processing"])
  await eventually(async () => {
    await waiting().where({ state: "received" }).update({ next_attempt_at: db.fn.now() })
    await (await installed("inbox/workers/process-inbox")).processInbox(container)
    expect(await waiting().pluck("last_error")).toEqual([])
  })
  await quiet()
}
