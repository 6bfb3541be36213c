import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDestinationResponse } from "../../../../../types/http"
import { viewDestination } from "../../../../../workflows/payout/queries/view-destinations"
import { actorOf } from "../../answer-action"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDestinationResponse>
): Promise<void> {
  const input = { destination_id: req.params.id ?? "", actor: actorOf(req) }
  res.json({ destination: await viewDestination(req.scope, input) })
}
