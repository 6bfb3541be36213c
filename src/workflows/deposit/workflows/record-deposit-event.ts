import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type DepositEvent, recordDepositEventStep } from "../steps/record-deposit-event"

export const recordDepositEventWorkflowId = "record-onchain-deposit-event"

/** Records what a verified event says about a deposit. Safe to repeat, in any order. */
export const recordDepositEventWorkflow = createWorkflow(
  recordDepositEventWorkflowId,
  (input: DepositEvent) => {
    return new WorkflowResponse(recordDepositEventStep(input))
  }
)
