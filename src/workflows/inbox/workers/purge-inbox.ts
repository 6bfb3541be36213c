import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { setTimeout as pause } from "node:timers/promises"
import { duringRun } from "../../../modules/onchain/work/sync-runs"

const BATCH = 500
/** The next run takes the rest. */
const MAX_BATCHES = 400
/** So that a long run slows nothing else down. */
const PAUSE_MS = 20

/** A published event only helps to look into what happened. */
const KEEP_EVENTS_DAYS = 7
const EVERY_MS = 60 * 60_000

/** Once an hour, in one process. */
export async function purgeWhenDue(container: MedusaContainer): Promise<void> {
  const { syncRuns: runs } = container.resolve("onchain")
  await duringRun(runs, "purge", EVERY_MS, () => purgeInbox(container))
}

/**
 * Deletes old finished and dead deliveries, old published events, and page links that ended long ago. Safe to interrupt,
 * and in several processes at once.
 */
export async function purgeInbox(container: MedusaContainer): Promise<void> {
  const { deliveries, outbox, pageLinks } = container.resolve("onchain")
  const purged = await purgeAll(() => deliveries.purge(BATCH))
  await purgeAll(() => outbox.purge(KEEP_EVENTS_DAYS, BATCH))
  await purgeAll(() => pageLinks.purge(BATCH))
  if (purged > 0)
    container.resolve(ContainerRegistrationKeys.LOGGER).info(`onchain: ${purged} old deliveries deleted`)
}

/** Deletes in batches until little is left. @returns how many rows */
async function purgeAll(purge: () => Promise<number>): Promise<number> {
  let purged = 0
  for (let batch = 1; batch <= MAX_BATCHES; batch++) {
    const count = await purge()
    purged += count
    if (count < BATCH) break
    await pause(PAUSE_MS)
  }
  return purged
}
