const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** Longest report: it is read again from the beginning when its process dies. */
export const MAX_REPORT_DAYS = 31

/**
 * The day of an instant, in UTC.
 *
 * @example dayOf(new Date("2026-01-31T23:59:59Z")) // "2026-01-31"
 */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Whether a text is a day of the calendar, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && dayOf(at) === text
}

/** The first instant of a day. @param day `YYYY-MM-DD` in UTC */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** The first instant after a day. @param day `YYYY-MM-DD` in UTC */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS)
}

/**
 * Why there can be no report over these days.
 *
 * @param range both days included
 * @param today in UTC; the day that is not over yet may be the last
 * @returns words that begin with the field, or null
 * @example findRangeProblem({ from: "2026-02-30", to: "2026-03-01" }, "2026-03-02") // "from: expected a day such as 2026-01-31"
 */
export function findRangeProblem({ from, to }: { from: string; to: string }, today: string): string | null {
  if (!isDay(from)) return "from: expected a day such as 2026-01-31"
  if (!isDay(to)) return "to: expected a day such as 2026-01-31"
  if (to < from) return "to: expected a day that is not before from"
  if (to > today) return "to: expected a day that is not in the future; days are counted in UTC"
  const days = (endOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS
  if (days <= MAX_REPORT_DAYS) return null
  return `to: expected at most ${MAX_REPORT_DAYS} days in one report, found ${days}`
}
