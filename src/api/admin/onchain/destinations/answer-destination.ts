import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { OnchainDestinationResponse } from "../../../../types/http"
import type { RequestActor } from "../../../../workflows/payout/payout-access"
import { viewDestination } from "../../../../workflows/payout/queries/view-destinations"
import { actorOf, answerAction, type Conflict } from "../answer-action"

type Result = { destination_id: string }

export type DestinationAnswer = OnchainDestinationResponse | Conflict

export function answerDestination(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<DestinationAnswer>,
  action: () => Promise<Result>
): Promise<void> {
  return answerAction<Result & { is_pending?: boolean }, OnchainDestinationResponse>(
    res,
    action,
    async ({ destination_id }) => ({
      destination: await viewDestination(req.scope, { destination_id, actor: actorOf(req) }),
    })
  )
}

export function destinationAction(
  run: (container: MedusaContainer, input: Result & { actor: RequestActor }) => Promise<Result>
) {
  return (req: AuthenticatedMedusaRequest, res: MedusaResponse<DestinationAnswer>): Promise<void> => {
    const input = { destination_id: req.params.id ?? "", actor: actorOf(req) }
    return answerDestination(req, res, () => run(req.scope, input))
  }
}
