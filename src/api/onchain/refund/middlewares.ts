import type { MiddlewareRoute } from "@medusajs/framework/http"
import { refuseCrossSite } from "../pay/cross-site"

export const refundPageMiddlewares: MiddlewareRoute[] = [
  { matcher: "/onchain/refund/:token", methods: ["POST"], middlewares: [refuseCrossSite] },
]
