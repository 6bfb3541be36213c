import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isUnavailable } from "../../../modules/onchain/work/circuit-breaker"
import { reasonOf } from "../../../modules/onchain/work/error-reason"
import { inTime } from "../../../modules/onchain/work/take-due"
import { transactionSyncOf } from "./transaction-sync"

/** A request waits no longer than this; the reading continues. */
const PATIENCE_MS = 20_000

/** `is_whole` reads the list to its end; otherwise only as far as is due. */
type SyncTransactionsInput = { is_whole: boolean }

/**
 * Reads the service's transactions into the mirror, for the job and for an operator who does not want to wait.
 *
 * Safe to interrupt and to repeat. An unavailable service is no error: the mirror is shown with the reason.
 */
export async function syncTransactions(
  container: MedusaContainer,
  { is_whole }: SyncTransactionsInput
): Promise<void> {
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
}
