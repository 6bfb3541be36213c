import type { MiddlewareRoute } from "@medusajs/framework/http"

/** What is checked before the routes of balances, transactions, reports and billing run. */
export const bookMiddlewares: MiddlewareRoute[] = []
