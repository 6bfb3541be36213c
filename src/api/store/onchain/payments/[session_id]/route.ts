import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { hashPageToken } from "../../../../../domain/payment/payment-page"
import type { OnchainPaymentResponse } from "../../../../../types/http"
import { viewPayment } from "../../../../../workflows/payment/queries/view-payment"
import type { PaymentParams } from "../../../validators"

/** A header, because query parameters end up in logs, histories and referrers. */
const TOKEN_HEADER = "x-onchain-page-token"

/** Readable by the login of the session's customer, or by the token of a page link. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, PaymentParams>,
  res: MedusaResponse<OnchainPaymentResponse>
): Promise<void> {
  const { address } = req.validatedQuery as PaymentParams
  const payment = await viewPayment(req.scope, {
    session_id: req.params.session_id ?? "",
    // Empty without a login.
    customer_id: req.auth_context?.actor_id || null,
    token_hash: hashPageToken(req.headers[TOKEN_HEADER]),
    isDisplay: address === "true",
  })
  res.set("cache-control", "no-store")
  res.json({ payment })
}
