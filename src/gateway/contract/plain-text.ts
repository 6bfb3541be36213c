/** Line breaks, terminal commands, invisible marks and marks that turn the direction of reading. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Longer than anything the service has to say in one field, a cursor included. */
export const LONGEST_TEXT = 4_096

/**
 * Leaves of a text what a person sees, so that it can neither break a line of a log nor command a terminal.
 *
 * @param longest characters that are kept
 * @example plainText("paid\n\u001b[31mERROR", 10) // "paid[31mER"
 */
export function plainText(text: string, longest: number = LONGEST_TEXT): string {
  const seen = text.replace(UNSEEN, "")
  return seen.length > longest ? `${seen.slice(0, longest - 1)}…` : seen
}

/** In JSON a control character is an escape; what else is unseen, or too long, is matched as it is. */
const MAY_HOLD_UNSEEN = /\\[bfnrtu]|[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]|[^"\\]{4097}/u

/**
 * Reads a JSON text of the service with every text in it made plain, names of fields excepted: nobody shows those.
 *
 * @throws SyntaxError when it is not JSON
 */
export function parsePlainJson(json: string): unknown {
  const value: unknown = JSON.parse(json)
  return MAY_HOLD_UNSEEN.test(json) ? withPlainTexts(value) : value
}

function withPlainTexts(value: unknown): unknown {
  if (typeof value === "string") return plainText(value)
  if (Array.isArray(value)) return value.map(withPlainTexts)
  if (typeof value !== "object" || value === null) return value
  // Entries are defined and not set: a field may be called "__proto__".
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPlainTexts(inner)]))
}
