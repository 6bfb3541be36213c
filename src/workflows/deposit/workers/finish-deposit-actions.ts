import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { announceDeposit } from "../announce-deposit"
import { executeAction } from "../execute-deposit-action"

export const finishDepositActionsStepId = "finish-onchain-deposit-actions"

/** Per kind and run. */
const BATCH = 50
/** The process that changed a deposit has this long to report it. */
const ANNOUNCEMENT_GRACE_MS = 30_000

/**
 * Repeats calls without an answer, and reports what a killed process could not. Any number of processes share
 * it.
 */
const finishDepositActionsStep = createStep(finishDepositActionsStepId, async (_: void, { container }) => {
  const finished = await finishActions(container)
  const { backlog } = container.resolve("onchain").deposits
  for (const row of await backlog.listUnannounced(ANNOUNCEMENT_GRACE_MS, BATCH))
    await announceDeposit(container, row)
  return new StepResponse({ finished })
})

async function finishActions(container: MedusaContainer): Promise<number> {
  const { claims } = container.resolve("onchain").deposits
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (let count = 0; ; count++) {
    const claim = count < BATCH ? await claims.takeDue() : undefined
    if (!claim) return count
    const { kind, row } = await executeAction(container, claim)
    const what = `onchain: deposit ${row.id}: ${claim.action} repeated (call ${claim.action_attempts})`
    if (kind === "done") logger.info(`${what} and done`)
    else logger.warn(`${what}, now ${row.state}: ${row.last_error ?? "resolved elsewhere"}`)
    await announceDeposit(container, row)
  }
}

export const finishDepositActionsWorkflowId = "finish-onchain-deposit-actions"

export const finishDepositActionsWorkflow = createWorkflow(finishDepositActionsWorkflowId, () => {
  return new WorkflowResponse(finishDepositActionsStep())
})
