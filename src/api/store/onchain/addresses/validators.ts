import { z } from "@medusajs/framework/zod"
import { sentText } from "../../../sent-text"

export const addressParams = z.object({
  rail: sentText("rail", "expected an id of GET /store/onchain/payment-options", 300),
})
export type AddressParams = z.infer<typeof addressParams>
