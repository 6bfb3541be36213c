import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { checkQuery, oneOf } from "../../../request-params"

const healthParams = z.strictObject({
  /** Runs the conformance probe too. */
  probe: oneOf("probe", ["true", "false"]).default("false"),
})
export type HealthParams = z.infer<typeof healthParams>

const noParams = z.strictObject({})

export const healthMiddlewares: MiddlewareRoute[] = [
  checkQuery("/health", healthParams),
  checkQuery("/attention", noParams),
  checkQuery("/overview", noParams),
]
