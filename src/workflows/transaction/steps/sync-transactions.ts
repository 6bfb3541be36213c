import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { reasonOf } from "../../../modules/onchain/error-reason"
import { isUnavailable } from "../../../modules/onchain/gateway-pause"
import { inTime } from "../../../modules/onchain/in-time"

export const syncTransactionsStepId = "sync-onchain-transactions"

/** Whoever asks for it waits no longer; the list goes on being read. */
const PATIENCE_MS = 20_000

/** `is_whole` reads the list to its end; otherwise as far as it is worth it now. */
export type SyncTransactionsInput = { is_whole: boolean }

/**
 * Brings the mirror of transactions up to date from the service's list. Safe to cut off and to repeat.
 *
 * A service that cannot be asked is no error: what the mirror holds is shown with the reason.
 */
export const syncTransactionsStep = createStep(
  syncTransactionsStepId,
  async ({ is_whole }: SyncTransactionsInput, { container }) => {
    const { sync } = container.resolve("onchain").books
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const run = async () => {
      try {
        const { name, seen, changed } = is_whole ? await sync.readWhole() : await sync.run()
        if (changed > 0) logger.info(`onchain: ${name} done: ${seen} read, ${changed} changed`)
      } catch (error) {
        if (!isUnavailable(error)) throw error
        logger.warn(`onchain: the list of transactions could not be read, again later: ${reasonOf(error)}`)
      }
    }
    if (is_whole) await inTime(run(), PATIENCE_MS)
    else await run()
    return new StepResponse(undefined)
  }
)
