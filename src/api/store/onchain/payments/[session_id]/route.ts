import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPaymentResponse } from "../../../../../types/http"
import { viewPaymentWorkflow } from "../../../../../workflows/payment/workflows/view-payment"
import type { PaymentParams } from "./validators"

/**
 * What the payer of a session needs. For a guest's payment the session id is the only key to it; a customer's is
 * told in full to that customer only.
 */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, PaymentParams>,
  res: MedusaResponse<OnchainPaymentResponse>
): Promise<void> {
  // The store's own middleware accepts requests without a customer, and leaves this empty then.
  const customer_id = req.auth_context?.actor_id || null
  const { address } = req.validatedQuery as PaymentParams
  const { result: payment } = await viewPaymentWorkflow(req.scope).run({
    input: {
      session_id: req.params.session_id ?? "",
      via: { kind: "api", customer_id },
      isDisplay: address === "true",
    },
  })
  res.set("cache-control", "no-store")
  res.json({ payment })
}
