import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { fingerprintOf } from "../../../../../checkout/payment-page/payment-page"
import { viewPaymentWorkflow } from "../../../../../workflows/payment/workflows/view-payment"

/** Tells the hosted page whether what it shows is still true. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { result: view } = await viewPaymentWorkflow(req.scope).run({
    input: { session_id: req.params.session_id ?? "", via: { kind: "link" }, isDisplay: false },
  })
  res.set({
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  })
  res.json({ status: view.status, fingerprint: fingerprintOf(view) })
}
