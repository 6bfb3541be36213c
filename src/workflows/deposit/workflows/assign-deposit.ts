import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { claimDepositStep } from "../steps/claim-deposit"
import { sendDepositActionStep } from "../steps/send-deposit-action"

export const assignDepositWorkflowId = "assign-onchain-deposit"

/** Gives a deposit to an open payment. The `invoice.paid` that follows captures the order by the normal path; this captures nothing. */
export const assignDepositWorkflow = createWorkflow(
  assignDepositWorkflowId,
  (input: { deposit_id: string; actor_id: string; intent_id: string }) => {
    const request = transform(input, (asked) => ({ ...asked, action: "assign" as const }))
    const claim = claimDepositStep(request)
    return new WorkflowResponse(sendDepositActionStep(claim))
  }
)
