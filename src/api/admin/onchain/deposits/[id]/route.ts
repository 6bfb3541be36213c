import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDepositResponse } from "../../../../../types/http"
import { viewDeposit } from "../../../../../workflows/deposit/queries/view-deposits"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDepositResponse>
): Promise<void> {
  res.json({ deposit: await viewDeposit(req.scope, req.params.id ?? "") })
}
