import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDeliveryResponse } from "../../../../../../types/http"
import { rerunDeliveryWorkflow } from "../../../../../../workflows/webhook-delivery/workflows/rerun-delivery"
import { viewDeliveryWorkflow } from "../../../../../../workflows/webhook-delivery/workflows/view-delivery"
import { type Conflict, isConflict } from "../../../conflict"

/** Has a webhook worked on once more; 409 in words while it is worked on, or waits for it. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDeliveryResponse | Conflict>
): Promise<void> {
  const input = { delivery_id: req.params.id ?? "", actor_id: req.auth_context.actor_id }
  try {
    const { result } = await rerunDeliveryWorkflow(req.scope).run({ input })
    const { result: delivery } = await viewDeliveryWorkflow(req.scope).run({ input: result })
    res.json({ delivery })
  } catch (error) {
    if (!isConflict(error)) throw error
    res.status(409).json({ type: error.type, message: error.message })
  }
}
