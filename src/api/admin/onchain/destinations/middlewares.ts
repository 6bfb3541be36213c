import type { MiddlewareRoute } from "@medusajs/framework/http"

/** What is checked before the routes of destinations run. */
export const destinationMiddlewares: MiddlewareRoute[] = []
