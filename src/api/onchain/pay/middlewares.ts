import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { limitCalls } from "../../store/limit-openings"
import { allowStorefronts, refuseCrossSite } from "./cross-site"
import { attemptBody, pageClaimBody, presentationParams, statusParams } from "./validators"

const PAGE = "/onchain/pay/:token"

export const payMiddlewares: MiddlewareRoute[] = [
  { matcher: "/onchain/pay", middlewares: [allowStorefronts] },
  { matcher: `${PAGE}/status`, methods: ["GET"], middlewares: [validateAndTransformQuery(statusParams, {})] },
  { matcher: `${PAGE}/options`, methods: ["GET"], middlewares: [limitCalls] },
  {
    matcher: `${PAGE}/presentation`,
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(presentationParams, {})],
  },
  {
    matcher: `${PAGE}/attempts`,
    methods: ["POST"],
    middlewares: [refuseCrossSite, limitCalls, validateAndTransformBody(attemptBody)],
  },
  {
    matcher: `${PAGE}/claims`,
    methods: ["POST"],
    middlewares: [refuseCrossSite, validateAndTransformBody(pageClaimBody)],
  },
]
