import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainRefundListResponse } from "../../../../types/http"
import { listRefundsWorkflow } from "../../../../workflows/refund/workflows/list-refunds"
import { paramsToPage } from "./query-config"
import type { RefundListParams } from "./validators"

/** One page of money that is owed back, or was. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, RefundListParams>,
  res: MedusaResponse<OnchainRefundListResponse>
): Promise<void> {
  const input = paramsToPage(req.validatedQuery as RefundListParams)
  const { result } = await listRefundsWorkflow(req.scope).run({ input })
  res.json(result)
}
