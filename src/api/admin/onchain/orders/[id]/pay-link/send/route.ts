import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainSentPayLinkResponse } from "../../../../../../../types/http"
import { sendPayLink } from "../../../../../../../workflows/payment/pay-link"

/** Mails a link to the customer to pay what is still due on the order. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainSentPayLinkResponse>
): Promise<void> {
  const input = { order_id: req.params.id ?? "", actor_id: req.auth_context.actor_id }
  const message = await sendPayLink(req.scope, input)
  res.json({ message })
}
