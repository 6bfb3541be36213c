import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { assignDepositBody, depositListParams, linkDepositBody } from "./validators"

/** What is checked before the routes of deposits run. */
export const depositMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/onchain/deposits",
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(depositListParams, {})],
  },
  {
    matcher: "/admin/onchain/deposits/:id/assign",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(assignDepositBody)],
  },
  {
    matcher: "/admin/onchain/deposits/:id/link",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(linkDepositBody)],
  },
]
