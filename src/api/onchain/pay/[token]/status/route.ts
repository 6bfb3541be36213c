import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainCheckout } from "../../../../../types/http"
import { viewCheckout } from "../../../../../workflows/payment/queries/view-checkout"
import { pageViewer } from "../../page-request"
import type { StatusParams } from "../../validators"

/** What the page shows; a page that follows its payment reads no address of a customer. */
export async function GET(
  req: MedusaRequest<unknown, StatusParams>,
  res: MedusaResponse<OnchainCheckout>
): Promise<void> {
  const { address } = req.validatedQuery as StatusParams
  res.json(await viewCheckout(req.scope, pageViewer(req, address === "true")))
}
