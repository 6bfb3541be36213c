import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainCustomerResponse } from "../../../../../types/http"
import { viewDepositCustomer } from "../../../../../workflows/deposit/queries/view-deposits"

/** What the provider has for a customer, by Medusa's id: addresses, and deposits that came into review. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainCustomerResponse>
): Promise<void> {
  res.json({ customer: await viewDepositCustomer(req.scope, req.params.id ?? "") })
}
