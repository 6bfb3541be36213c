const SECONDS = /^\d+(?:\.\d+)?$/
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w :-]+$/

/**
 * Reads how long the service asks us to wait.
 *
 * @param headerNames names to look at, first one that can be read wins
 * @param nowMs our clock, epoch milliseconds
 * @returns milliseconds to wait, 0 for an instant that has passed, null when nothing readable was sent
 * @see RFC 9110, 10.2.3
 * @example readRetryAfter(new Headers({ "retry-after": "2" }), ["retry-after"], Date.now()) // 2000
 */
export function readRetryAfter(
  headers: Headers,
  headerNames: readonly string[],
  nowMs: number
): number | null {
  for (const name of headerNames) {
    const waitMs = parseRetryAfter(headers.get(name)?.trim() ?? "", nowMs)
    if (waitMs !== null) return waitMs
  }
  return null
}

function parseRetryAfter(text: string, nowMs: number): number | null {
  if (SECONDS.test(text)) return Math.ceil(Number(text) * 1000)
  if (!HTTP_DATE.test(text)) return null
  // The obsolete asctime form names no zone and means GMT; Date would read it as local time.
  const instantMs = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(instantMs) ? null : Math.max(0, instantMs - nowMs)
}
