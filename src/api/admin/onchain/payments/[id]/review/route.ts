import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainReviewResponse } from "../../../../../../types/http"
import { reviewContradiction } from "../../../../../../workflows/payment/resolve-payment"

/** Records that a person reviewed a payment that the provider no longer calls paid. Moves nothing. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainReviewResponse>
): Promise<void> {
  const result = await reviewContradiction(req.scope, {
    payment_id: req.params.id ?? "",
    actor_id: req.auth_context.actor_id,
  })
  res.json({ payment: result })
}
