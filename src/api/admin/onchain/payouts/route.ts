import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPayoutAccessResponse } from "../../../../types/http"
import { viewPayoutAccess } from "../../../../workflows/payout/queries/view-payout-access"
import { actorOf } from "../answer-action"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainPayoutAccessResponse>
): Promise<void> {
  res.json({ payouts: await viewPayoutAccess(req.scope, actorOf(req)) })
}
