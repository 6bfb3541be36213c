import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainCustomerResponse } from "../../../../../types/http"
import { viewDepositCustomer } from "../../../../../workflows/deposit/queries/view-deposits"

/** Addresses and deposits in review of a Medusa customer. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainCustomerResponse>
): Promise<void> {
  res.json({ customer: await viewDepositCustomer(req.scope, req.params.id ?? "") })
}
