import { z } from "@medusajs/framework/zod"
import { sentText } from "../../../sent-text"

const ONE = "send one of cart_id, order_id and session_id"

/** Body of `POST /store/onchain/page-links`. */
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
