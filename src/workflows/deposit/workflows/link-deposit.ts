import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { linkDepositStep, type LinkDepositInput } from "../steps/link-deposit"

export const linkDepositWorkflowId = "link-onchain-deposit"

/** Ties a deposit to a payment because a person says so. Moves no funds. */
export const linkDepositWorkflow = createWorkflow(
  linkDepositWorkflowId,
  (input: LinkDepositInput) => new WorkflowResponse(linkDepositStep(input))
)
