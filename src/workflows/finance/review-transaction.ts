import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { OnchainTransactionResponse } from "../../types/http"
import { viewTransaction } from "./queries/list-transactions"

export const reviewTransactionWorkflowId = "review-onchain-transaction"
export const reviewTransactionStepId = "review-onchain-transaction"

type Input = { transaction_id: string; note: string; actor_id: string }

/** @throws MedusaError `not_found`; `not_allowed` when nothing waits for a review */
export const reviewTransactionStep = createStep(
  reviewTransactionStepId,
  async ({ transaction_id: id, note, actor_id }: Input, { container }) => {
    const ended = await container.resolve("onchain").finance.review.end(id, actor_id, note)
    if (!ended) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no transaction ${id}.`)
    if (ended.decision === "nothing_to_review")
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `Transaction ${id} does not wait for a review: ${ended.transaction.reviewed_at ? "it has been reviewed" : "it could be read, and the provider does not hold it"}.`
      )
    return new StepResponse<OnchainTransactionResponse["transaction"]>(await viewTransaction(container, id))
  }
)

/** Records who looked at a transaction in review, and what they found. Moves no funds. */
export const reviewTransactionWorkflow = createWorkflow(
  reviewTransactionWorkflowId,
  (input: Input) => new WorkflowResponse(reviewTransactionStep(input))
)
