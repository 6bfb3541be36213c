import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainUnallocatedPaymentResponse } from "../../../../../types/http"
import { viewUnallocatedPaymentWorkflow } from "../../../../../workflows/unallocated-payment/workflows/view-unallocated-payment"

/** Money that had no order to go to, with what can be done about it, and why not. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainUnallocatedPaymentResponse>
): Promise<void> {
  const { result: payment } = await viewUnallocatedPaymentWorkflow(req.scope).run({
    input: { payment_id: req.params.id ?? "" },
  })
  res.json({ payment })
}
