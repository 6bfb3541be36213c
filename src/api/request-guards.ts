import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { redactPageToken } from "../domain/payment/payment-page"

/** Longer than any identifier of ours, Medusa's or the service's. */
const LONGEST = 220
const CONTROL = /\p{Cc}/u

/** Postgres takes no NUL, so a path with one would cause a server error. */
export function checkPath(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (!req.path.split("/").every(canBeName))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is nothing at this address.")
  next()
}

/** Whether a part of a path can be a name. @example canBeName("payses_01%00") // false */
export function canBeName(part: string): boolean {
  try {
    const text = decodeURIComponent(part)
    return text.length <= LONGEST && !CONTROL.test(text)
  } catch {
    return false
  }
}

const READING = ["GET", "HEAD", "OPTIONS"]
const JSON_TYPE = /^application\/json\s*(;|$)/i

/** A page of another site can make a browser post forms and empty bodies with the user's cookies, but not with this content type. */
export function requireJson(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  if (READING.includes(req.method) || JSON_TYPE.test(req.headers["content-type"] ?? "")) return next()
  res.status(415).json({
    type: "invalid_data",
    code: "json_required",
    message:
      'content-type: this address takes "application/json" only. Send that header, and {} where there is nothing to say.',
  })
}

/** A burst of webhooks lets a shopper's request in progress go first; the guard notes whose request it is. */
export function noteCheckoutRequest(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  const { priority, sessionGuard } = req.scope.resolve("onchain")
  res.once("close", priority.enter())
  // Empty without a login, absent before Medusa has looked.
  sessionGuard.enter({ customerId: () => req.auth_context?.actor_id || null }, next)
}

const HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow, noarchive",
}

/** Keeps the token of a page link out of logs and errors: Medusa's access log and Express read the redacted path and referrer. */
export function guardPageLink(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = redactPageToken(req.originalUrl)
  const { referer } = req.headers
  if (referer) req.headers.referer = redactPageToken(referer)
  res.set(HEADERS)
  next()
}
