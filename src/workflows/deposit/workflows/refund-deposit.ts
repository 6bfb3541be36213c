import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { claimDepositStep } from "../steps/claim-deposit"
import { sendDepositActionStep } from "../steps/send-deposit-action"

export const refundDepositWorkflowId = "refund-onchain-deposit"

/**
 * Sends a deposit back to its sender. Money leaves, and only because an admin asked for it here who may move money out.
 *
 * @param input.actor_type as Medusa authenticated the actor. @default "user"
 */
export const refundDepositWorkflow = createWorkflow(
  refundDepositWorkflowId,
  (input: { deposit_id: string; actor_id: string; actor_type?: string }) => {
    const request = transform(input, (asked) => ({ ...asked, action: "refund" as const }))
    const claim = claimDepositStep(request)
    return new WorkflowResponse(sendDepositActionStep(claim))
  }
)
