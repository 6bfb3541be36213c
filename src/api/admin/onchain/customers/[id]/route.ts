import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainCustomerResponse } from "../../../../../types/http"
import { viewDepositCustomerWorkflow } from "../../../../../workflows/deposit/workflows/view-deposit-customer"

/** What the service has for a customer, by Medusa's id: addresses, and deposits that needed a person. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainCustomerResponse>
): Promise<void> {
  const { result: customer } = await viewDepositCustomerWorkflow(req.scope).run({
    input: { customer_id: req.params.id ?? "" },
  })
  res.json({ customer })
}
