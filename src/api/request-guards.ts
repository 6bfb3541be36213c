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

/**
 * Answers 404 to a path with a part that is too long, holds a control character or is no text.
 *
 * Postgres takes no NUL, so a path with one would cause a server error.
 */
export function checkPath(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (!req.path.split("/").every(canBeName))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is nothing at this address.")
  next()
}

/** Whether a part of a path can be a name. @example canBeName("payses_01%00") // false */
export function canBeName(part: string): boolean {
  const text = decode(part)
  return text !== null && text.length <= LONGEST && !CONTROL.test(text)
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

const READING = ["GET", "HEAD", "OPTIONS"]
const JSON_TYPE = /^application\/json\s*(;|$)/i

/**
 * Refuses a mutating call unless its content type is JSON, even without a body.
 *
 * A page of another site can make a browser post forms, plain text and empty bodies with the user's cookies
 * and without a preflight, but not with this content type.
 *
 * @see docs/operations/security.md "Admin API without rights"
 */
export function requireJson(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  if (READING.includes(req.method) || isJsonType(req.headers["content-type"])) return next()
  res.status(415).json({
    type: "invalid_data",
    code: "json_required",
    message:
      'content-type: this address takes "application/json" only. Send that header, and {} where there is nothing to say.',
  })
}

/** @example isJsonType("application/json; charset=utf-8") // true */
export function isJsonType(contentType: string | undefined): boolean {
  return JSON_TYPE.test(contentType ?? "")
}

/**
 * Counts a shopper's request in progress, so that a burst of webhooks lets it go first, and notes whose it is for all that it
 * leads to.
 */
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

/**
 * Keeps the token of a page link out of logs and errors.
 *
 * Medusa's access log reads path and referrer when the answer is finished, and Express names the path that it
 * cannot find: both see the redacted ones. The route has its token from the matched path, which stays.
 */
export function guardPageLink(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = redactPageToken(req.originalUrl)
  const { referer } = req.headers
  if (referer) req.headers.referer = redactPageToken(referer)
  res.set(HEADERS)
  next()
}

/** A workflow throws a step's error as a plain object with the same fields. */
export function isNotFound(error: unknown): boolean {
  return MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_FOUND
}
