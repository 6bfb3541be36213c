import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewDepositCustomerStep } from "../steps/view-deposit-customer"

export const viewDepositCustomerWorkflowId = "view-onchain-deposit-customer"

/** What the admin shows beside a customer. Changes nothing. */
export const viewDepositCustomerWorkflow = createWorkflow(
  viewDepositCustomerWorkflowId,
  (input: { customer_id: string }) => {
    return new WorkflowResponse(viewDepositCustomerStep(input))
  }
)
