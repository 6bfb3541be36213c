import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPaymentOptionsResponse } from "../../../../types/http"
import { listPaymentOptions } from "../../../../workflows/payment/queries/view-checkout"
import type { PaymentOptionsParams } from "../../validators"

export async function GET(
  req: MedusaRequest<unknown, PaymentOptionsParams>,
  res: MedusaResponse<OnchainPaymentOptionsResponse>
): Promise<void> {
  const { cart_id } = req.validatedQuery as PaymentOptionsParams
  res.json(await listPaymentOptions(req.scope, cart_id))
}
