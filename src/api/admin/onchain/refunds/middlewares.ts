import type { MiddlewareRoute } from "@medusajs/framework/http"

/** What is checked before the routes of refunds run. */
export const refundMiddlewares: MiddlewareRoute[] = []
