import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainUnallocatedPaymentResponse } from "../../../../../types/http"
import { viewUnallocatedPayment } from "../../../../../workflows/payment/queries/view-unallocated-payments"

/** Money that had no order to go to, with what can be done about it, and why not. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainUnallocatedPaymentResponse>
): Promise<void> {
  res.json({ payment: await viewUnallocatedPayment(req.scope, req.params.id ?? "") })
}
