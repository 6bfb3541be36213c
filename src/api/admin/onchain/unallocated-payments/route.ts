import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainUnallocatedPaymentListResponse } from "../../../../types/http"
import { listUnallocatedPayments } from "../../../../workflows/payment/queries/view-unallocated-payments"
import type { UnallocatedListParams } from "./middlewares"

export async function GET(
  req: AuthenticatedMedusaRequest<unknown, UnallocatedListParams>,
  res: MedusaResponse<OnchainUnallocatedPaymentListResponse>
): Promise<void> {
  const { order, limit, offset, resolution, reason, q } = req.validatedQuery as UnallocatedListParams
  const direction = order.startsWith("-") ? "desc" : "asc"
  res.json(
    await listUnallocatedPayments(req.scope, { filter: { resolution, reason, q }, direction, limit, offset })
  )
}
