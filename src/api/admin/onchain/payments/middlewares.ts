import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import {
  applyPaymentBody,
  emptyBody,
  keepOrderBody,
  keepPaymentBody,
  unallocatedListParams,
} from "./validators"

/** What is checked before the routes of unallocated payments run. */
export const unallocatedPaymentMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/onchain/payments",
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(unallocatedListParams, {})],
  },
  {
    matcher: "/admin/onchain/payments/:id/apply",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(applyPaymentBody)],
  },
  {
    matcher: "/admin/onchain/payments/:id/refund-due",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(emptyBody)],
  },
  {
    matcher: "/admin/onchain/payments/:id/review",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(emptyBody)],
  },
  {
    matcher: "/admin/onchain/payments/:id/keep",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(keepPaymentBody)],
  },
  {
    matcher: "/admin/onchain/orders/:id/keep",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(keepOrderBody)],
  },
]
