import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { OnchainReviewResponse } from "../../types/http"
import { contradictionToView } from "./queries/contradiction-to-view"
import { loadRefundNames } from "../refund/queries/refund-to-view"

type Input = { payment_id: string; actor_id: string }

/**
 * Records that an operator reviewed a payment which the service no longer calls paid. Moves no funds and undoes no capture.
 *
 * @throws MedusaError `not_found`; `not_allowed` when the service confirms the payment
 */
export async function reviewContradiction(
  container: MedusaContainer,
  { payment_id: id, actor_id }: Input
): Promise<OnchainReviewResponse["payment"]> {
  const reviewed = await container.resolve("onchain").payments.reviewContradiction(id, actor_id)
  if (!reviewed) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${id}.`)
  const { payment, decision } = reviewed
  if (decision === "nothing_to_review")
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The provider stands by payment ${id}. There is nothing to review.`
    )
  const names = await loadRefundNames(container, [payment], [payment.contradiction_ended_by])
  return {
    id,
    contradiction: contradictionToView(payment, names),
  }
}
