import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { approveDestinationWorkflow } from "../../../../../../workflows/destination/workflows/approve-destination"
import { actorOf, answerDestination, type DestinationAnswer } from "../../answer-destination"

/** Lets payouts go to the destination. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<DestinationAnswer>
): Promise<void> {
  const input = { destination_id: req.params.id ?? "", actor: actorOf(req) }
  await answerDestination(req, res, () => approveDestinationWorkflow(req.scope).run({ input }))
}
