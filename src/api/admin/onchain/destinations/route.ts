import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDestinationListResponse } from "../../../../types/http"
import { createDestinationWorkflow } from "../../../../workflows/destination/workflows/create-destination"
import { listDestinationsWorkflow } from "../../../../workflows/destination/workflows/list-destinations"
import { actorOf, answerDestination, type DestinationAnswer } from "./answer-destination"
import { paramsToPage } from "./query-config"
import type { CreateDestinationBody, DestinationListParams } from "./validators"

/** One page of the addresses that money can be paid out to. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, DestinationListParams>,
  res: MedusaResponse<OnchainDestinationListResponse>
): Promise<void> {
  const input = paramsToPage(req.validatedQuery as DestinationListParams)
  const { result } = await listDestinationsWorkflow(req.scope).run({ input })
  res.json(result)
}

/** Adds an address. The only route that takes one. */
export async function POST(
  req: AuthenticatedMedusaRequest<CreateDestinationBody>,
  res: MedusaResponse<DestinationAnswer>
): Promise<void> {
  const input = { ...req.validatedBody, actor: actorOf(req) }
  await answerDestination(req, res, () => createDestinationWorkflow(req.scope).run({ input }))
}
