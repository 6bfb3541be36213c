import { z } from "@medusajs/framework/zod"
import { sentText } from "../request-params"

export const addressParams = z.object({
  rail: sentText("rail", "expected an id of GET /store/onchain/payment-options", 300),
})
export type AddressParams = z.infer<typeof addressParams>

const ONE = "send one of cart_id, order_id and session_id"

export const pageLinkBody = z
  .strictObject({
    cart_id: sentText("cart_id").optional(),
    order_id: sentText("order_id").optional(),
    session_id: sentText("session_id").optional(),
  })
  .transform(({ cart_id, order_id, session_id }, context) => {
    if (cart_id && !order_id && !session_id) return { cart_id }
    if (order_id && !cart_id && !session_id) return { order_id }
    if (session_id && !cart_id && !order_id) return { session_id }
    context.addIssue({ code: "custom", message: ONE })
    return z.NEVER
  })
export type PageLinkBody = z.infer<typeof pageLinkBody>

export const paymentOptionsParams = z.object({
  cart_id: sentText("cart_id", "expected the id of the cart to be paid"),
})
export type PaymentOptionsParams = z.infer<typeof paymentOptionsParams>

export const paymentParams = z.object({
  /**
   * `false` for a storefront that only follows a payment: its reusable address is neither confirmed nor
   * returned.
   */
  address: z.enum(["true", "false"], { error: "address: expected true or false" }).default("true"),
})
export type PaymentParams = z.infer<typeof paymentParams>

export const attemptBody = z.strictObject({
  rail: sentText("rail", "expected a payment option id", 300),
})
export type AttemptBody = z.infer<typeof attemptBody>

/** The form of a hash depends on its chain. */
export const claimBody = z.strictObject({
  tx_hash: z.string({ error: "tx_hash: expected a transaction hash" }).trim().min(32).max(128),
})
export type ClaimBody = z.infer<typeof claimBody>
