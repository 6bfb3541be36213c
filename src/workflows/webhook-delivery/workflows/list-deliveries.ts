import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { DeliveryPage } from "../../../modules/onchain/delivery-list"
import { listDeliveriesStep } from "../steps/list-deliveries"

export const listDeliveriesWorkflowId = "list-onchain-deliveries"

/** Webhooks that arrived, newest first. */
export const listDeliveriesWorkflow = createWorkflow(
  listDeliveriesWorkflowId,
  (input: DeliveryPage) => new WorkflowResponse(listDeliveriesStep(input))
)
