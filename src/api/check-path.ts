import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/** Longer than any identifier of ours, of Medusa's or of the service's that came with a webhook. */
const LONGEST = 220
const CONTROL = /\p{Cc}/u

/**
 * Answers 404 to a path that can name nothing: a part of it is too long, holds a control character or is no text.
 *
 * Postgres takes no NUL, so that a path with one would be an error of the server, which anybody could cause.
 */
export function checkPath(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (!req.path.split("/").every(canBeName))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is nothing at this address.")
  next()
}

/**
 * Whether a part of a path, as it came, can be a name of something.
 *
 * @example canBeName("payses_01%00") // false
 */
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
