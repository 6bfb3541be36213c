import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refuse } from "./refusal"

/** How Medusa's own route names a provider of ours, with the identifier that the store gave it. */
const OURS = /^(pp_)?onchain(_|$)/

/**
 * Closes Medusa's own payment webhook route for the providers of this plugin, and leaves it to those of others.
 *
 * It answers 200 and puts bodies on the event bus before anything is verified: a second, weaker door.
 */
export function closeCoreRoute(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  if (!OURS.test(req.params.provider ?? "")) return next()
  req.scope.resolve("onchain").webhooks.reject("address_wrong")
  refuse(req, res, "address_wrong")
}
