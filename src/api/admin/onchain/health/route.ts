import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainHealthResponse } from "../../../../types/http"
import { checkHealthWorkflow } from "../../../../workflows/health/workflows/check-health"

/** What is right and wrong with the setup, each with what to do. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainHealthResponse>
): Promise<void> {
  const { result } = await checkHealthWorkflow(req.scope).run()
  res.json(result)
}
