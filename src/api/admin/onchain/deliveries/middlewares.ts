import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { DELIVERY_STATES } from "../../../../domain/inbox/delivery"
import { checkQuery, oneOf, pageParams, sentText } from "../../../request-params"

export const deliveryListParams = z.strictObject({
  state: oneOf("state", DELIVERY_STATES).optional(),
  event: sentText("event").optional(),
  /** Identifier of a delivery, or of what it is about. */
  q: sentText("q").optional(),
  ...pageParams,
})
export type DeliveryListParams = z.infer<typeof deliveryListParams>

export const deliveryMiddlewares: MiddlewareRoute[] = [checkQuery("/deliveries", deliveryListParams)]
