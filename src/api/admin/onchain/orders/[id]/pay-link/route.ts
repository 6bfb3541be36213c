import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPayLinkResponse } from "../../../../../../types/http"
import { payLinkUrl } from "../../../../../../workflows/payment/send-pay-link"
import { createPayLinkWorkflow } from "../../../../../../workflows/payment/create-pay-link"

/** Creates a link for the customer to pay what is still due on the order. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainPayLinkResponse>
): Promise<void> {
  const input = { order_id: req.params.id ?? "" }
  const { result: page_link } = await createPayLinkWorkflow(req.scope).run({ input })
  res.set("cache-control", "no-store")
  res.json({ page_link: { ...page_link, url: payLinkUrl(req.scope, page_link.token) } })
}
