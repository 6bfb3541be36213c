import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { claimDepositStep } from "../steps/claim-deposit"
import { sendDepositActionStep } from "../steps/send-deposit-action"

export const acceptDepositWorkflowId = "accept-onchain-deposit"

/** Takes a deposit as income without an order. Touches no order. */
export const acceptDepositWorkflow = createWorkflow(
  acceptDepositWorkflowId,
  (input: { deposit_id: string; actor_id: string }) => {
    const request = transform(input, (asked) => ({ ...asked, action: "accept" as const }))
    const claim = claimDepositStep(request)
    return new WorkflowResponse(sendDepositActionStep(claim))
  }
)
