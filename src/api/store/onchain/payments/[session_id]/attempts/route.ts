import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { hashPageToken } from "../../../../../../domain/payment/payment-page"
import type { OnchainPaymentResponse } from "../../../../../../types/http"
import { openAttempt } from "../../../../../../workflows/payment/open-attempt"
import { viewPayment } from "../../../../../../workflows/payment/queries/view-payment"
import type { AttemptBody } from "../../../../validators"

/** Opens the payer's choice: the first one, another network or token, or a new quote. */
export async function POST(
  req: AuthenticatedMedusaRequest<AttemptBody>,
  res: MedusaResponse<OnchainPaymentResponse>
): Promise<void> {
  const viewer = {
    session_id: req.params.session_id ?? "",
    // Empty for guests.
    customer_id: req.auth_context?.actor_id || null,
    token_hash: hashPageToken(req.headers["x-onchain-page-token"]),
  }
  const { rail } = req.validatedBody
  await openAttempt(req.scope, { viewer, rail })
  res.set("cache-control", "no-store")
  res.json({ payment: await viewPayment(req.scope, { ...viewer, isDisplay: true }) })
}
