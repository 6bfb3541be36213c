import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPaymentOptionsResponse } from "../../../../../types/http"
import { listCheckoutOptions } from "../../../../../workflows/payment/queries/view-checkout"
import { pageViewer } from "../../page-request"

export async function GET(
  req: MedusaRequest,
  res: MedusaResponse<OnchainPaymentOptionsResponse>
): Promise<void> {
  res.json(await listCheckoutOptions(req.scope, pageViewer(req, false)))
}
