import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { requestWithdrawalStep, type RequestWithdrawalInput } from "../steps/request-withdrawal"

export const requestWithdrawalWorkflowId = "request-onchain-withdrawal"

/** Writes down what somebody wants to pay out of the treasury, with its quote. Nothing moves. */
export const requestWithdrawalWorkflow = createWorkflow(
  requestWithdrawalWorkflowId,
  (input: RequestWithdrawalInput) => {
    return new WorkflowResponse(requestWithdrawalStep(input))
  }
)
