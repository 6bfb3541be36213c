import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainCreatedAddressRequestResponse } from "../../../../../../types/http"
import { requestRefundAddress } from "../../../../../../workflows/refund/refund-address"
import { actorOf, answerAction, type Conflict } from "../../../answer-action"
import type { RequestAddressBody } from "../../middlewares"

/** Makes the link by which the shopper proposes an address. Its token is shown once. */
export async function POST(
  req: AuthenticatedMedusaRequest<RequestAddressBody>,
  res: MedusaResponse<OnchainCreatedAddressRequestResponse | Conflict>
): Promise<void> {
  const input = { ...req.validatedBody, refund_id: req.params.id ?? "", actor: actorOf(req) }
  res.set("cache-control", "no-store")
  await answerAction(
    res,
    () => requestRefundAddress(req.scope, input),
    (address_request) => Promise.resolve({ address_request })
  )
}
