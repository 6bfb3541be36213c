import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { isUnavailable } from "../../../modules/onchain/work/circuit-breaker"
import { reasonOf } from "../../../modules/onchain/work/error-reason"
import { inTime } from "../../../modules/onchain/work/in-time"
import { transactionSyncOf } from "./transaction-sync"

export const syncTransactionsStepId = "sync-onchain-transactions"

/** A request waits no longer than this; the reading goes on. */
const PATIENCE_MS = 20_000

/** `is_whole` reads the list to its end; otherwise as far as it is worth it now. */
type SyncTransactionsInput = { is_whole: boolean }

/**
 * Brings the mirror of transactions up to date from the service's list. Safe to cut off and to repeat.
 *
 * A service that cannot be asked is no error: what the mirror holds is shown with the reason.
 */
const syncTransactionsStep = createStep(
  syncTransactionsStepId,
  async ({ is_whole }: SyncTransactionsInput, { container }) => {
    const sync = transactionSyncOf(container)
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

export const syncTransactionsWorkflowId = "sync-onchain-transactions"

/** Reads the service's list of transactions into our mirror. Run by a job, and by an admin who does not want to wait. */
export const syncTransactionsWorkflow = createWorkflow(
  syncTransactionsWorkflowId,
  (input: SyncTransactionsInput) => {
    return new WorkflowResponse(syncTransactionsStep(input))
  }
)
