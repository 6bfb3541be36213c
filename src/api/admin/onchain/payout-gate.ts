import type { MiddlewareRoute } from "@medusajs/framework/http"

/** Who may move money out, asked before anything of the request is read. */
export const payoutGateMiddlewares: MiddlewareRoute[] = []
