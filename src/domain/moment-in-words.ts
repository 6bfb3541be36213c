/**
 * Writes a moment to the minute, in UTC: operators and servers may be in different time zones.
 *
 * @example momentInWords(new Date("2026-11-21T09:00:42.123Z")) // "on 2026-11-21 at 09:00 UTC"
 */
export function momentInWords(moment: Date): string {
  const text = moment.toISOString()
  return `on ${text.slice(0, 10)} at ${text.slice(11, 16)} UTC`
}
