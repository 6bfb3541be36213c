import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { workOff } from "../../worker"
import { executeAction } from "../execute-deposit-action"

export const finishDepositActionsStepId = "finish-onchain-deposit-actions"

/** Calls in one run. */
const BATCH = 50

/** Repeats calls without an answer, and queues accepted money that a process left behind. Any number of processes share the work. */
const finishDepositActionsStep = createStep(finishDepositActionsStepId, async (_: void, { container }) => {
  const { deposits, payments } = container.resolve("onchain")
  const finished = await finishActions(container)
  await deposits.links.queueTied(payments)
  return new StepResponse({ finished })
})

function finishActions(container: MedusaContainer): Promise<number> {
  const { claims } = container.resolve("onchain").deposits
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  return workOff({
    claim: () => claims.takeDue(),
    most: BATCH,
    handle: async (claim) => {
      const { kind, row } = await executeAction(container, claim)
      const what = `onchain: deposit ${row.id}: ${claim.action} repeated (call ${claim.action_attempts})`
      if (kind === "done") logger.info(`${what} and done`)
      else logger.warn(`${what}, now ${row.state}: ${row.last_error ?? "resolved elsewhere"}`)
    },
  })
}

export const finishDepositActionsWorkflowId = "finish-onchain-deposit-actions"

/**
 * Finishes actions on deposits whose response is missing, by repeating each call under its key.
 *
 * @returns `{ finished }`, how many calls were repeated
 */
export const finishDepositActionsWorkflow = createWorkflow(finishDepositActionsWorkflowId, () => {
  return new WorkflowResponse(finishDepositActionsStep())
})
