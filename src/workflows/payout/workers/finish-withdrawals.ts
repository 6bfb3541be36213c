import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isServiceAway } from "../../../domain/payout/withdrawal-answer"
import { GatewayError } from "../../../gateway/client/errors"
import { executeWithdrawal } from "../execute-withdrawal"
import { runEach, workOff } from "../../worker"
import { searchWithdrawal } from "../search-withdrawal"

/** Per kind and run. */
const BATCH = 50
/** Each takes a quick look at the service's transactions. */
const SEARCHES = 3

/**
 * Repeats calls without an answer, searches for unknown withdrawals, and cancels lapsed ones. Any number of
 * processes share the work.
 */
export async function finishWithdrawals(container: MedusaContainer): Promise<void> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  await runEach([() => repeatCalls(container, BATCH), () => searchAgain(container), () => store.lapse(BATCH)])
}

/** An unavailable service is tried again when the lease is over. */
async function searchAgain(container: MedusaContainer): Promise<void> {
  const { claims } = container.resolve("onchain").payouts.withdrawals
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  let isListRead = false
  await workOff({
    claim: () => claims.takeUnknown(),
    most: SEARCHES,
    handle: async (row) => {
      try {
        await searchWithdrawal(container, row, { isListRead })
        isListRead = true
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        logger.warn(`onchain: withdrawal ${row.id} cannot be searched for: ${error.message}`)
        return "stop"
      }
    },
  })
}

/**
 * Repeats calls without an answer, longest due first.
 *
 * An unavailable service is left alone until the next run: each unanswered call would delay everything else.
 *
 * @param most calls in one run
 */
export async function repeatCalls(container: MedusaContainer, most: number): Promise<void> {
  const { claims } = container.resolve("onchain").payouts.withdrawals
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  await workOff({
    claim: () => claims.takeDue(),
    most,
    handle: async (claim) => {
      const row = await executeWithdrawal(container, claim)
      const what = `onchain: withdrawal ${row.id} repeated (call ${claim.send_attempts}), now ${row.state}`
      if (row.last_error === null) logger.info(what)
      else logger.warn(`${what}: ${row.last_error}`)
      return row.state === "sending" && isServiceAway(row.last_answer_code) ? "stop" : undefined
    },
  })
}
