import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPaymentDetailResponse } from "../../../../../../types/http"
import { checkPaymentNow } from "../../../../../../workflows/payment/workers/poll-payments"
import { viewPaymentDetail } from "../../../../../../workflows/payment/queries/view-payment-detail"

/** Reads the payment's invoices at the provider now, as the scheduled check does. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainPaymentDetailResponse>
): Promise<void> {
  const payment_id = req.params.id ?? ""
  await checkPaymentNow(req.scope, { payment_id })
  res.json({ payment: await viewPaymentDetail(req.scope, payment_id) })
}
