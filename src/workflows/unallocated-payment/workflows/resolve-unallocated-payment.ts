import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { carryOutResolutionStep } from "../steps/carry-out-resolution-step"
import { claimResolutionStep, type ResolvePaymentInput } from "../steps/claim-resolution"

export const resolveUnallocatedPaymentWorkflowId = "resolve-onchain-unallocated-payment"

/** Decides about money that had no order to go to: it pays an order, it is owed back, or it is kept. Moves no funds. */
export const resolveUnallocatedPaymentWorkflow = createWorkflow(
  resolveUnallocatedPaymentWorkflowId,
  (input: ResolvePaymentInput) => {
    const claim = claimResolutionStep(input)
    return new WorkflowResponse(carryOutResolutionStep(claim))
  }
)
