import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPayLinkResponse } from "../../../../../../types/http"
import { createPayLink, payLinkUrl } from "../../../../../../workflows/payment/pay-link"

/** Creates a link for the customer to pay what is still due on the order. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainPayLinkResponse>
): Promise<void> {
  const { page_link } = await createPayLink(req.scope, req.params.id ?? "")
  res.set("cache-control", "no-store")
  res.json({ page_link: { ...page_link, url: payLinkUrl(req.scope, page_link.token) } })
}
