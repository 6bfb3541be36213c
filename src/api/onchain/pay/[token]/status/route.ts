import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { fingerprintOf } from "../../../../../checkout/payment-page/payment-page"
import { hashPageToken } from "../../../../../domain/payment/page-link"
import { viewPayment } from "../../../../../workflows/payment/queries/view-payment"

/** Lets the hosted page find out whether it is outdated. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const input = { customer_id: null, token_hash: hashPageToken(req.params.token), isDisplay: false }
  const view = await viewPayment(req.scope, input)
  res.json({ status: view.status, fingerprint: fingerprintOf(view) })
}
