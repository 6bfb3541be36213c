import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { quoteWithdrawalStep, type QuoteWithdrawalInput } from "../steps/quote-withdrawal"

export const quoteWithdrawalWorkflowId = "quote-onchain-withdrawal"

/** Asks for a new quote of a withdrawal. Nothing moves. */
export const quoteWithdrawalWorkflow = createWorkflow(
  quoteWithdrawalWorkflowId,
  (input: QuoteWithdrawalInput) => {
    return new WorkflowResponse(quoteWithdrawalStep(input))
  }
)
