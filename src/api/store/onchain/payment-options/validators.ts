import { z } from "@medusajs/framework/zod"
import { sentText } from "../../../sent-text"

export const paymentOptionsParams = z.object({
  cart_id: sentText("cart_id", "expected the id of the cart to be paid"),
})
export type PaymentOptionsParams = z.infer<typeof paymentOptionsParams>
