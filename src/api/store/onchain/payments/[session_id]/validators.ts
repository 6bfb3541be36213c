import { z } from "@medusajs/framework/zod"

export const paymentParams = z.object({
  /** `false` for a storefront that only follows a payment: a reusable address is neither confirmed nor told. */
  address: z.enum(["true", "false"], { error: "address: expected true or false" }).default("true"),
})
export type PaymentParams = z.infer<typeof paymentParams>
