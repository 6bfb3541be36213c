import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { keepOrderStep } from "../steps/keep-order"

export const keepOrderWorkflowId = "keep-onchain-order-in-part"

/** Keeps an order that is not paid in full, because a person says so. Moves no funds. */
export const keepOrderWorkflow = createWorkflow(
  keepOrderWorkflowId,
  (input: { order_id: string; actor_id: string; note: string }) => new WorkflowResponse(keepOrderStep(input))
)
