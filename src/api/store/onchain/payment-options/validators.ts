import { z } from "@medusajs/framework/zod"

export const paymentOptionsParams = z.object({
  cart_id: z.string({ error: "cart_id: expected the id of the cart to be paid" }).min(1),
})
export type PaymentOptionsParams = z.infer<typeof paymentOptionsParams>
