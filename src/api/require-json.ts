import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** They change nothing, here as anywhere. */
const READING = ["GET", "HEAD", "OPTIONS"]
const JSON_TYPE = /^application\/json\s*(;|$)/i

/**
 * Refuses a call that changes something unless it says that its body is JSON, also where it has none.
 *
 * A page of another site can make a browser post forms, plain text and empty bodies, with the cookies of whoever is
 * logged in and without asking this server first. It cannot do so with this content type.
 *
 * @see docs/security.md "Admin API without rights"
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
