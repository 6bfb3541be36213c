import { setTimeout as pause } from "node:timers/promises"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

export const purgeInboxStepId = "purge-onchain-inbox"

const BATCH = 500
/** What a run leaves is taken by the next. */
const MAX_BATCHES = 400
/** Between batches, so that a long run is not felt by anybody else. */
const PAUSE_MS = 20
const BATCHES_PER_LINE = 20

/** Deletes deliveries that are done and older than `inbox.keepDays`, and page links that ended long ago. Safe to cut off, and in several processes at once. */
export const purgeInboxStep = createStep(purgeInboxStepId, async (_: void, { container }) => {
  const { deliveries, options, pageLinks } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { keepDays } = options.inbox
  let purged = 0
  for (let batch = 1; batch <= MAX_BATCHES; batch++) {
    const count = await deliveries.purge(keepDays, BATCH)
    purged += count
    if (count < BATCH) break
    if (batch % BATCHES_PER_LINE === 0) logger.info(`onchain: ${purged} old deliveries deleted, going on`)
    await pause(PAUSE_MS)
  }
  // What is left is taken by the next run.
  await pageLinks.purge(BATCH)
  if (purged > 0) logger.info(`onchain: ${purged} deliveries older than ${keepDays} days deleted`)
  return new StepResponse({ purged })
})
