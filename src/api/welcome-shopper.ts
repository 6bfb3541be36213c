import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** Notes that a shopper's request is under way: a burst of webhooks lets it go first. */
export function welcomeShopper(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  res.once("close", req.scope.resolve("onchain").courtesy.welcome())
  next()
}
