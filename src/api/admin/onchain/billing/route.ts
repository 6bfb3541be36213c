import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainBillingResponse } from "../../../../types/http"
import { viewBillingWorkflow } from "../../../../workflows/billing/workflows/view-billing"

/** Plan, quota and gas at the service, asked for now. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainBillingResponse>
): Promise<void> {
  const { result: billing } = await viewBillingWorkflow(req.scope).run()
  res.json({ billing })
}
