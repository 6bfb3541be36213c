import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../../modules/onchain/work/error-reason"
import { executeResolution } from "../execute-resolution"

export const finishResolutionsStepId = "finish-onchain-payment-resolutions"

/** Per run. */
const BATCH = 50

/** Executes choices whose process died. One that fails comes last in the next run. */
const finishResolutionsStep = createStep(finishResolutionsStepId, async (_: void, { container }) => {
  const unfinished = await container.resolve("onchain").resolutions.listUnfinished(BATCH)
  for (const payment of unfinished) await finish(container, payment)
  return new StepResponse({ tried: unfinished.length })
})

async function finish(container: MedusaContainer, { id, resolution }: PaymentRow): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    const end = await executeResolution(container, id)
    if (!end.isDone) logger.warn(`onchain: payment ${id} waits for a person again: ${end.reason}`)
  } catch (error) {
    const reason = reasonOf(error)
    logger.warn(`onchain: payment ${id}: ${resolution} is tried again later: ${reason}`)
    await container.resolve("onchain").payments.note(id, { last_error: reason.slice(0, 1_000) })
  }
}

export const finishPaymentResolutionsWorkflowId = "finish-onchain-payment-resolutions"

/**
 * Executes decisions about money without an order whose process died.
 *
 * @returns `{ tried }`, how many were tried
 */
export const finishPaymentResolutionsWorkflow = createWorkflow(finishPaymentResolutionsWorkflowId, () => {
  return new WorkflowResponse(finishResolutionsStep())
})
