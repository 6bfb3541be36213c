import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPageLinkResponse } from "../../../../types/http"
import { createPageLink } from "../../../../workflows/payment/create-page-link"
import type { PageLinkBody } from "../../validators"

/** For a customer by login, for a guest by the id of a cart that is not completed. */
export async function POST(
  req: AuthenticatedMedusaRequest<PageLinkBody>,
  res: MedusaResponse<OnchainPageLinkResponse>
): Promise<void> {
  const page_link = await createPageLink(req.scope, {
    subject: req.validatedBody,
    purpose: "storefront",
    // Empty without a login.
    asker: { kind: "customer", customer_id: req.auth_context?.actor_id || null },
  })
  res.set("cache-control", "no-store")
  res.json({ page_link })
}
