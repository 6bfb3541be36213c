import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { WEBHOOK_RECEIVED } from "../../modules/onchain/events"
import type { RerunResult } from "../../modules/onchain/inbox/delivery-list"
import { noDelivery } from "./queries/view-deliveries"

export const rerunDeliveryStepId = "rerun-onchain-delivery"

type RerunDeliveryInput = { delivery_id: string; actor_id: string }

/**
 * A process that dies before the event leaves the delivery to the job.
 *
 * @throws MedusaError `not_found`; `conflict` while it waits for an attempt, or one is in progress
 */
const rerunDeliveryStep = createStep(
  rerunDeliveryStepId,
  async ({ delivery_id, actor_id }: RerunDeliveryInput, { container }) => {
    const result = await container.resolve("onchain").deliveries.rerun(delivery_id, actor_id)
    if (result.refusal !== null) throw refusalToError(delivery_id, result)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .info(`onchain: ${actor_id} runs delivery ${delivery_id} (${result.event}) again`)
    await container.resolve(Modules.EVENT_BUS).emit({ name: WEBHOOK_RECEIVED, data: { id: delivery_id } })
    return new StepResponse({ delivery_id })
  }
)

function refusalToError(id: string, result: Exclude<RerunResult, { refusal: null }>): MedusaError {
  switch (result.refusal) {
    case "not_found":
      return noDelivery(id)
    case "in_progress":
      return conflict(`Delivery ${id} is being processed right now (attempt ${result.attempts}).`)
    case "waiting":
      return conflict(`Delivery ${id} already waits for its next attempt.`)
  }
}

const conflict = (message: string) => new MedusaError(MedusaError.Types.CONFLICT, message)

export const rerunDeliveryWorkflowId = "rerun-onchain-delivery"

/** The webhook stays a hint: the gateway is read again, so nothing is captured twice. */
export const rerunDeliveryWorkflow = createWorkflow(
  rerunDeliveryWorkflowId,
  (input: RerunDeliveryInput) => new WorkflowResponse(rerunDeliveryStep(input))
)
