import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDestinationListResponse } from "../../../../types/http"
import { createDestinationWorkflow } from "../../../../workflows/payout/destination"
import { listDestinations } from "../../../../workflows/payout/queries/view-destinations"
import { actorOf } from "../answer-action"
import { answerDestination, type DestinationAnswer } from "./answer-destination"
import type { CreateDestinationBody, DestinationListParams } from "./validators"

export async function GET(
  req: AuthenticatedMedusaRequest<unknown, DestinationListParams>,
  res: MedusaResponse<OnchainDestinationListResponse>
): Promise<void> {
  const { order, limit, offset, ...filter } = req.validatedQuery as DestinationListParams
  const direction = order.startsWith("-") ? "desc" : "asc"
  res.json(await listDestinations(req.scope, { filter, direction, limit, offset }))
}

/** No other route takes an address. */
export async function POST(
  req: AuthenticatedMedusaRequest<CreateDestinationBody>,
  res: MedusaResponse<DestinationAnswer>
): Promise<void> {
  const input = { ...req.validatedBody, actor: actorOf(req) }
  await answerDestination(
    req,
    res,
    async () => (await createDestinationWorkflow(req.scope).run({ input })).result
  )
}
