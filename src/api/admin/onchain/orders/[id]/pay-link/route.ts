import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPageLinkResponse } from "../../../../../../types/http"
import { createPayLinkWorkflow } from "../../../../../../workflows/payment/create-pay-link"

/** A link for the customer, by which they pay what the order is still owed. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainPageLinkResponse>
): Promise<void> {
  const input = { order_id: req.params.id ?? "" }
  const { result: page_link } = await createPayLinkWorkflow(req.scope).run({ input })
  res.set("cache-control", "no-store")
  res.json({ page_link })
}
