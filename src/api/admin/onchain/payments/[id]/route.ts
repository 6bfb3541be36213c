import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainUnallocatedPaymentResponse } from "../../../../../types/http"
import { viewUnallocatedPayment } from "../../../../../workflows/payment/queries/view-unallocated-payments"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainUnallocatedPaymentResponse>
): Promise<void> {
  res.json({ payment: await viewUnallocatedPayment(req.scope, req.params.id ?? "") })
}
