import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPaymentOptionsResponse } from "../../../../types/http"
import { listPaymentOptionsWorkflow } from "../../../../workflows/payment/workflows/list-payment-options"
import type { PaymentOptionsParams } from "./validators"

/** The rails that this cart can be paid on, with the amount of each. */
export async function GET(
  req: MedusaRequest<unknown, PaymentOptionsParams>,
  res: MedusaResponse<OnchainPaymentOptionsResponse>
): Promise<void> {
  const { cart_id } = req.validatedQuery as PaymentOptionsParams
  const { result } = await listPaymentOptionsWorkflow(req.scope).run({ input: { cart_id } })
  res.json(result)
}
