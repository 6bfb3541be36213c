import { z } from "@medusajs/framework/zod"
import { DELIVERY_STATES } from "../../../../domain/delivery-lifecycle"
import { sentText } from "../../../sent-text"
import { pageParams } from "../list-params"

/** Query of `GET /admin/onchain/deliveries`. */
export const deliveryListParams = z.strictObject({
  state: z
    .enum(DELIVERY_STATES, { error: `state: expected one of ${DELIVERY_STATES.join(", ")}` })
    .optional(),
  event: sentText("event").optional(),
  /** Identifier of a delivery, or of what it is about. */
  q: sentText("q").optional(),
  ...pageParams,
})
export type DeliveryListParams = z.infer<typeof deliveryListParams>
