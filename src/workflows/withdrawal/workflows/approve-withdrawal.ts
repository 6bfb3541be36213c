import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { consentToWithdrawalStep, type ConsentInput } from "../steps/consent-to-withdrawal"
import { sendWithdrawalStep } from "../steps/send-withdrawal"

export const approveWithdrawalWorkflowId = "approve-onchain-withdrawal"

/** Says yes to what another user has confirmed. Money leaves. */
export const approveWithdrawalWorkflow = createWorkflow(
  approveWithdrawalWorkflowId,
  (input: Omit<ConsentInput, "action">) => {
    const consent = transform(input, (given): ConsentInput => ({ ...given, action: "approve" }))
    return new WorkflowResponse(sendWithdrawalStep(consentToWithdrawalStep(consent)))
  }
)
