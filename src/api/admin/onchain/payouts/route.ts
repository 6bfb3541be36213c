import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPayoutAccessResponse } from "../../../../types/http"
import { viewPayoutAccessWorkflow } from "../../../../workflows/payout/workflows/view-payout-access"

/** What whoever asks may pay out, and why not. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainPayoutAccessResponse>
): Promise<void> {
  const { actor_id: id, actor_type: type } = req.auth_context
  const { result: payouts } = await viewPayoutAccessWorkflow(req.scope).run({ input: { id, type } })
  res.json({ payouts })
}
