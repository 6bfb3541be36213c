import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { hashPageToken } from "../../../../../../domain/payment/payment-page"
import type { OnchainPaymentClaimResponse } from "../../../../../../types/http"
import { claimTransaction } from "../../../../../../workflows/deposit/link-deposit"
import type { ClaimBody } from "../../../../validators"

/** Stores the hash of a transaction that a shopper claims for this payment, for an operator's review. */
export async function POST(
  req: AuthenticatedMedusaRequest<ClaimBody>,
  res: MedusaResponse<OnchainPaymentClaimResponse>
): Promise<void> {
  const claim = await claimTransaction(req.scope, {
    session_id: req.params.session_id ?? "",
    token_hash: hashPageToken(req.headers["x-onchain-page-token"]),
    customer_id: req.auth_context?.actor_id || null,
    tx_hash: req.validatedBody.tx_hash,
  })
  res.set("cache-control", "no-store")
  res.json({ claim })
}
