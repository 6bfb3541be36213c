/** Line breaks, terminal commands, invisible marks and direction marks. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Longer than any field of the service, cursors included. */
export const LONGEST_TEXT = 4_096

/**
 * Removes invisible characters, so that a text cannot break a log line or control a terminal.
 *
 * @param longest characters to keep
 * @example plainText("paid\
 * \\u001b[31mERROR", 10) // "paid[31mER"
 */
export function plainText(text: string, longest: number = LONGEST_TEXT): string {
  const seen = text.replace(UNSEEN, "")
  return seen.length > longest ? `${seen.slice(0, longest - 1)}…` : seen
}

/** JSON escapes control characters; other invisible or overlong text appears as it is. */
const MAY_HOLD_UNSEEN = /\\[bfnrtu]|[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]|[^"\\]{4097}/u

/**
 * Parses JSON and makes every text value plain. Field names stay: they are never shown.
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
  // Defined rather than set: a field may be called "__proto__".
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPlainTexts(inner)]))
}
