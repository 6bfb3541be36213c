import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDeliveryResponse } from "../../../../../../types/http"
import { rerunDelivery, viewDelivery } from "../../../../../../workflows/inbox/deliveries"
import { answerAction, type Conflict } from "../../../answer-action"

export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDeliveryResponse | Conflict>
): Promise<void> {
  const input = { delivery_id: req.params.id ?? "", actor_id: req.auth_context.actor_id }
  await answerAction(
    res,
    () => rerunDelivery(req.scope, input),
    async ({ delivery_id }) => ({ delivery: await viewDelivery(req.scope, delivery_id) })
  )
}
