import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { consentToWithdrawalStep, type ConsentInput } from "../steps/consent-to-withdrawal"
import { sendWithdrawalStep } from "../steps/send-withdrawal"

export const confirmWithdrawalWorkflowId = "confirm-onchain-withdrawal"

/** Says yes to a quote. Money leaves, unless it takes a second user: then it waits for one. */
export const confirmWithdrawalWorkflow = createWorkflow(
  confirmWithdrawalWorkflowId,
  (input: Omit<ConsentInput, "action">) => {
    const consent = transform(input, (given): ConsentInput => ({ ...given, action: "confirm" }))
    return new WorkflowResponse(sendWithdrawalStep(consentToWithdrawalStep(consent)))
  }
)
