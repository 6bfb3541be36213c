const STEPS = [
  { unit: "year", seconds: 31_536_000 },
  { unit: "month", seconds: 2_592_000 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const

/**
 * Says how long ago an instant was.
 *
 * @param iso ISO 8601
 * @param now epoch milliseconds
 * @param locale BCP 47
 * @example formatAge("2026-01-01T10:00:00Z", Date.parse("2026-01-01T12:05:00Z"), "en") // "2 hours ago"
 */
export function formatAge(iso: string, now: number, locale: string): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  const step = STEPS.find((candidate) => seconds >= candidate.seconds)
  return step ? format.format(-Math.floor(seconds / step.seconds), step.unit) : format.format(0, "second")
}

/**
 * Writes an instant with everything one needs to find it in a log.
 *
 * @param iso ISO 8601
 * @param locale BCP 47
 */
export function formatInstant(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long" }).format(new Date(iso))
}
