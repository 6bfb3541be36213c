import { type MiddlewareRoute, validateAndTransformQuery } from "@medusajs/framework/http"
import { deliveryListParams } from "./validators"

/** What is checked before the routes of deliveries run. */
export const deliveryMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/onchain/deliveries",
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(deliveryListParams, {})],
  },
]
