import type { MiddlewareRoute } from "@medusajs/framework/http"

/** What is checked before the routes of withdrawals run. */
export const withdrawalMiddlewares: MiddlewareRoute[] = []
