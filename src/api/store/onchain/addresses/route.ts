import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainAddressResponse } from "../../../../types/http"
import { viewAddress } from "../../../../workflows/payment/queries/view-payment"
import type { AddressParams } from "../../validators"

export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AddressParams>,
  res: MedusaResponse<OnchainAddressResponse>
): Promise<void> {
  const { rail } = req.validatedQuery as AddressParams
  const address = await viewAddress(req.scope, { customer_id: req.auth_context.actor_id, rail })
  res.set("cache-control", "no-store")
  res.json({ address })
}
