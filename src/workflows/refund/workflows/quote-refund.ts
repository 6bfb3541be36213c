import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { quoteRefundPayoutStep } from "../steps/quote-refund-payout"
import { startRefundPayoutStep, type QuoteRefundInput } from "../steps/start-refund-payout"

export const quoteRefundWorkflowId = "quote-onchain-refund"

/** Makes the payout of a refund and asks what it costs. Nothing moves until a person confirms that quote. */
export const quoteRefundWorkflow = createWorkflow(quoteRefundWorkflowId, (input: QuoteRefundInput) => {
  const started = startRefundPayoutStep(input)
  const asked = transform({ started, input }, ({ started: made, input: { actor } }) => ({ ...made, actor }))
  return new WorkflowResponse(quoteRefundPayoutStep(asked))
})
