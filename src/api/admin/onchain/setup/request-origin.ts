import type { MedusaRequest } from "@medusajs/framework/http"

/** Scheme and host under which this server was called. The header of a proxy counts for the scheme only. */
export function originOf(req: Pick<MedusaRequest, "protocol" | "get">): string {
  return `${req.protocol}://${req.get("host") ?? ""}`
}
