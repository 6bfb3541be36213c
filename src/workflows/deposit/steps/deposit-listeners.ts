import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { SyncListeners } from "../../../modules/onchain/deposit-sync"
import { announceDeposit } from "./announce-deposit"

/** A short list is not worth a line a minute. */
const ROWS_PER_LINE = 1_000

/** What becomes known while a list of deposits is read: events for who listens, progress for the log. */
export function depositListeners(container: MedusaContainer): SyncListeners {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  return {
    onChange: (row) => announceDeposit(container, row),
    onProgress: (name, { seen, changed }) => {
      if (seen % ROWS_PER_LINE === 0) logger.info(`onchain: ${name}: ${seen} read, ${changed} changed`)
    },
  }
}
