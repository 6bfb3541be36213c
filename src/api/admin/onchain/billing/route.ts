import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainBillingResponse } from "../../../../types/http"
import { viewBilling } from "../../../../workflows/finance/queries/view-billing"

/** Plan, quota and gas at the service, asked for now. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainBillingResponse>
): Promise<void> {
  res.json({ billing: await viewBilling(req.scope) })
}
