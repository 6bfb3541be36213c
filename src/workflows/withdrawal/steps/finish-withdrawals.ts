import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { GatewayError } from "../../../gateway/client/errors"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { announceWithdrawal } from "./announce-withdrawal"
import { doEach } from "./do-each"
import { repeatCalls } from "./repeat-calls"
import { searchWithdrawal } from "./search-withdrawal"

export const finishWithdrawalsStepId = "finish-onchain-withdrawals"

/** Of each kind in one run; what is left is taken by the next. */
const BATCH = 50
/** Each takes a quick look at the service's transactions. */
const SEARCHES = 3
/** Whoever changed a withdrawal has this long to tell it. */
const ANNOUNCEMENT_GRACE_MS = 30_000

/**
 * Repeats calls that got no answer, searches for what nobody has found, takes back what nobody has confirmed, and tells what a
 * process that died could not. Any number of processes share it.
 */
export const finishWithdrawalsStep = createStep(finishWithdrawalsStepId, async (_: void, { container }) => {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const announce = async (rows: WithdrawalRow[]) => {
    for (const row of rows) await announceWithdrawal(container, row)
  }
  await doEach([
    () => repeatCalls(container, BATCH),
    () => searchAgain(container),
    async () => announce(await store.lapse(BATCH)),
    async () => announce(await store.listUnannounced(ANNOUNCEMENT_GRACE_MS, BATCH)),
  ])
  return new StepResponse(undefined)
})

/** A service that cannot be asked is asked again when the lease is over. */
async function searchAgain(container: MedusaContainer): Promise<void> {
  const { claims } = container.resolve("onchain").payouts.withdrawals
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (let count = 0; count < SEARCHES; count++) {
    const row = await claims.takeUnclear()
    if (!row) return
    try {
      await searchWithdrawal(container, row, { isListRead: count > 0 })
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      logger.warn(`onchain: withdrawal ${row.id} cannot be searched for: ${error.message}`)
      return
    }
  }
}
