import { z } from "@medusajs/framework/zod"

export const addressParams = z.object({
  rail: z.string({ error: "rail: expected an id of GET /store/onchain/payment-options" }).min(1).max(300),
})
export type AddressParams = z.infer<typeof addressParams>
