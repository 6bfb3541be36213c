import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainHealthResponse } from "../../../../types/http"
import { checkHealth } from "../../../../workflows/health/queries/check-health"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainHealthResponse>
): Promise<void> {
  res.json(await checkHealth(req.scope))
}
