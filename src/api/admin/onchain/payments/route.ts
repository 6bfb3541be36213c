import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainUnallocatedPaymentListResponse } from "../../../../types/http"
import { listUnallocatedPaymentsWorkflow } from "../../../../workflows/unallocated-payment/workflows/list-unallocated-payments"
import type { UnallocatedListParams } from "./validators"

/** One page of money that had no order to go to. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, UnallocatedListParams>,
  res: MedusaResponse<OnchainUnallocatedPaymentListResponse>
): Promise<void> {
  const { order, limit, offset, resolution, reason, q } = req.validatedQuery as UnallocatedListParams
  const { result } = await listUnallocatedPaymentsWorkflow(req.scope).run({
    input: {
      filter: { resolution, reason, q },
      direction: order.startsWith("-") ? "desc" : "asc",
      limit,
      offset,
    },
  })
  res.json(result)
}
