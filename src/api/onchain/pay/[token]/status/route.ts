import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainCheckout } from "../../../../../types/http"
import { viewCheckout } from "../../../../../workflows/payment/queries/view-checkout"
import { pageViewer } from "../../page-request"
import type { StatusParams } from "../../validators"

/** The checkout as the page shows it. Only `?address=true` includes a customer's reusable address. */
export async function GET(
  req: MedusaRequest<unknown, StatusParams>,
  res: MedusaResponse<OnchainCheckout>
): Promise<void> {
  const { address } = req.validatedQuery as StatusParams
  res.json(await viewCheckout(req.scope, pageViewer(req, address === "true")))
}
