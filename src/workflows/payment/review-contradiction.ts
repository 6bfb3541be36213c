import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { OnchainReviewResponse } from "../../types/http"
import { contradictionToView } from "./queries/contradiction-to-view"
import { loadRefundNames } from "../refund/queries/refund-to-view"

export const reviewContradictionWorkflowId = "review-onchain-contradiction"
export const reviewContradictionStepId = "review-onchain-contradiction"

type Input = { payment_id: string; actor_id: string }

/**
 * Records that an operator reviewed a payment which the service no longer calls paid.
 *
 * @throws MedusaError `not_found`; `not_allowed` when the service confirms the payment
 */
export const reviewContradictionStep = createStep(
  reviewContradictionStepId,
  async ({ payment_id: id, actor_id }: Input, { container }) => {
    const reviewed = await container.resolve("onchain").payments.reviewContradiction(id, actor_id)
    if (!reviewed) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${id}.`)
    const { payment, decision } = reviewed
    if (decision === "nothing_to_review")
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `The provider stands by payment ${id}. There is nothing to review.`
      )
    const names = await loadRefundNames(container, [payment], [payment.contradiction_ended_by])
    return new StepResponse<OnchainReviewResponse["payment"]>({
      id,
      contradiction: contradictionToView(payment, names),
    })
  }
)

/**
 * Records who reviewed a payment that the service no longer calls paid. Moves no funds and undoes no capture.
 */
export const reviewContradictionWorkflow = createWorkflow(
  reviewContradictionWorkflowId,
  (input: Input) => new WorkflowResponse(reviewContradictionStep(input))
)
