import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPaymentResponse } from "../../../../../types/http"
import { viewPaymentWorkflow } from "../../../../../workflows/payment/workflows/view-payment"

/** What the payer of a session needs. The session id is the only key to it. */
export async function GET(req: MedusaRequest, res: MedusaResponse<OnchainPaymentResponse>): Promise<void> {
  const { result: payment } = await viewPaymentWorkflow(req.scope).run({
    input: { session_id: req.params.session_id ?? "" },
  })
  res.set("cache-control", "no-store")
  res.json({ payment })
}
