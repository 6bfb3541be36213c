import { z } from "@medusajs/framework/zod"
import { DELIVERY_STATES } from "../../../../domain/delivery-lifecycle"
import { pageParams, text } from "../list-params"

/** Query of `GET /admin/onchain/deliveries`. */
export const deliveryListParams = z.strictObject({
  state: z
    .enum(DELIVERY_STATES, { error: `state: expected one of ${DELIVERY_STATES.join(", ")}` })
    .optional(),
  event: text("event").optional(),
  /** Identifier of a delivery, or of what it is about. */
  q: text("q").optional(),
  ...pageParams,
})
export type DeliveryListParams = z.infer<typeof deliveryListParams>
