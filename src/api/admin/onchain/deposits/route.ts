import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDepositListResponse } from "../../../../types/http"
import { listDepositsWorkflow } from "../../../../workflows/deposit/workflows/list-deposits"
import { paramsToPage } from "./query-config"
import type { DepositListParams } from "./validators"

/** One page of deposits that wait, or waited, for a person. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, DepositListParams>,
  res: MedusaResponse<OnchainDepositListResponse>
): Promise<void> {
  const input = paramsToPage(req.validatedQuery as DepositListParams)
  const { result } = await listDepositsWorkflow(req.scope).run({ input })
  res.json(result)
}
