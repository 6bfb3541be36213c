import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { archiveDestinationWorkflow } from "../../../../../../workflows/destination/workflows/archive-destination"
import { actorOf, answerDestination, type DestinationAnswer } from "../../answer-destination"

/** Ends the destination for payouts that are not sent yet. Cannot be undone. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<DestinationAnswer>
): Promise<void> {
  const input = { destination_id: req.params.id ?? "", actor: actorOf(req) }
  await answerDestination(req, res, () => archiveDestinationWorkflow(req.scope).run({ input }))
}
