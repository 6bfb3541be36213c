import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { redactPageToken } from "../../domain/page-link"

/** What every answer under a page link says to browsers, caches and search engines. */
const HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow, noarchive",
}

/**
 * Keeps the token of a page link out of what is written and sent about its request.
 *
 * Medusa's access log reads path and referrer when the answer is finished, and Express names the path of what it cannot
 * find: both see the redacted ones. The route has its token from the path that was matched, which stays.
 */
export function guardPageLink(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = redactPageToken(req.originalUrl)
  const { referer } = req.headers
  if (referer) req.headers.referer = redactPageToken(referer)
  res.set(HEADERS)
  next()
}

/** A workflow throws what a step threw as a plain object with the same fields. */
export function isNotFound(error: unknown): boolean {
  return MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_FOUND
}
