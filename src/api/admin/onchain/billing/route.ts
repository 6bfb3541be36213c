import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainBillingResponse } from "../../../../types/http"
import { viewBilling } from "../../../../workflows/finance/queries/view-billing"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainBillingResponse>
): Promise<void> {
  res.json({ billing: await viewBilling(req.scope) })
}
