import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPaymentListResponse } from "../../../../types/http"
import { listPayments } from "../../../../workflows/payment/queries/list-payments"
import { paramsToFilter, type PaymentListParams } from "./validators"

export async function GET(
  req: AuthenticatedMedusaRequest<unknown, PaymentListParams>,
  res: MedusaResponse<OnchainPaymentListResponse>
): Promise<void> {
  const params = req.validatedQuery as PaymentListParams
  const { order, limit, offset, q } = params
  const direction = order.startsWith("-") ? "desc" : "asc"
  res.json(await listPayments(req.scope, { filter: paramsToFilter(params), direction, limit, offset, q }))
}
