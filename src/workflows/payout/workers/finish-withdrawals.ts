import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { isServiceAway } from "../../../domain/payout/withdrawal-answer"
import { GatewayError } from "../../../gateway/client/errors"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-row"
import { announceWithdrawal } from "../announce-withdrawal"
import { executeWithdrawal } from "../execute-withdrawal"
import { runEach } from "../../run-each"
import { searchWithdrawal } from "../search-withdrawal"

export const finishWithdrawalsStepId = "finish-onchain-withdrawals"

/** Per kind and run. */
const BATCH = 50
/** Each takes a quick look at the service's transactions. */
const SEARCHES = 3
/** The process that changed a withdrawal has this long to report it. */
const ANNOUNCEMENT_GRACE_MS = 30_000

/**
 * Repeats calls without an answer, searches for unknown withdrawals, cancels lapsed ones, and reports what a
 * killed process could not. Any number of processes share it.
 */
const finishWithdrawalsStep = createStep(finishWithdrawalsStepId, async (_: void, { container }) => {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const announce = async (rows: WithdrawalRow[]) => {
    for (const row of rows) await announceWithdrawal(container, row)
  }
  await runEach([
    () => repeatCalls(container, BATCH),
    () => searchAgain(container),
    async () => announce(await store.lapse(BATCH)),
    async () => announce(await store.listUnannounced(ANNOUNCEMENT_GRACE_MS, BATCH)),
  ])
  return new StepResponse(undefined)
})

/** An unavailable service is tried again when the lease is over. */
async function searchAgain(container: MedusaContainer): Promise<void> {
  const { claims } = container.resolve("onchain").payouts.withdrawals
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (let count = 0; count < SEARCHES; count++) {
    const row = await claims.takeUnknown()
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
  for (let count = 0; ; count++) {
    const claim = count < most ? await claims.takeDue() : undefined
    if (!claim) return
    const row = await executeWithdrawal(container, claim)
    const what = `onchain: withdrawal ${row.id} repeated (call ${claim.send_attempts}), now ${row.state}`
    if (row.last_error === null) logger.info(what)
    else logger.warn(`${what}: ${row.last_error}`)
    await announceWithdrawal(container, row)
    if (row.state === "sending" && isServiceAway(row.last_answer_code)) return
  }
}

export const finishWithdrawalsWorkflowId = "finish-onchain-withdrawals"

export const finishWithdrawalsWorkflow = createWorkflow(finishWithdrawalsWorkflowId, () => {
  return new WorkflowResponse(finishWithdrawalsStep())
})
