import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDestinationResponse } from "../../../../../types/http"
import { viewDestinationWorkflow } from "../../../../../workflows/destination/workflows/view-destination"
import { actorOf } from "../answer-destination"

/** A destination with what whoever asks can do with it, and why not. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDestinationResponse>
): Promise<void> {
  const { result: destination } = await viewDestinationWorkflow(req.scope).run({
    input: { destination_id: req.params.id ?? "", actor: actorOf(req) },
  })
  res.json({ destination })
}
