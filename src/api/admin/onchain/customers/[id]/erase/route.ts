import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainErasureResponse } from "../../../../../../types/http"
import { eraseCustomerData } from "../../../../../../workflows/customer/erase-customer-data"
import { answerAction, type Conflict } from "../../../answer-action"

/** Also for a customer whom Medusa has deleted. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainErasureResponse | Conflict>
): Promise<void> {
  const input = { customer_id: req.params.id ?? "", actor_id: req.auth_context.actor_id }
  await answerAction(
    res,
    () => eraseCustomerData(req.scope, input),
    (customer) => Promise.resolve({ customer })
  )
}
