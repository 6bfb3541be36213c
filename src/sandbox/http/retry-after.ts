import type { Assumptions } from "../../gateway/assumptions"

/**
 * The header that says how long to wait, rounded up to the second: whoever waits that long is not early.
 *
 * Times are those of the clock on the wall, as that is the one a client waits by.
 *
 * @param asDate a date in place of seconds; left out, the assumption decides
 */
export function retryAfter(
  untilMs: number,
  nowMs: number,
  { rateLimit }: Assumptions,
  asDate = rateLimit.retryHeaderForm === "date"
): Record<string, string> {
  const header = rateLimit.retryHeaders[0] ?? "retry-after"
  const date = new Date(Math.ceil(untilMs / 1000) * 1000).toUTCString()
  return { [header]: asDate ? date : String(Math.ceil((untilMs - nowMs) / 1000)) }
}
