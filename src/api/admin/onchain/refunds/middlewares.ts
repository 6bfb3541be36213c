import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { quoteRefundBody, refundListParams, settleRefundBody } from "./validators"

/** What is checked before the routes of refunds run. */
export const refundMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/onchain/refunds",
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(refundListParams, {})],
  },
  {
    matcher: "/admin/onchain/refunds/:id/quote",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(quoteRefundBody)],
  },
  {
    matcher: "/admin/onchain/refunds/:id/settle",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(settleRefundBody)],
  },
]
