const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** Longest report: it is read again from the beginning when its process dies. */
export const MAX_REPORT_DAYS = 31

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

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

export type RangeProblem =
  | { code: "not_a_day"; field: "from" | "to" }
  | { code: "before_from" | "in_future"; field: "to" }
  | { code: "too_long"; field: "to"; days: number }

/**
 * Checks the days of a report. @param range both days included @param today in UTC; it may be the last day
 */
export function findRangeProblem(
  { from, to }: { from: string; to: string },
  today: string
): RangeProblem | null {
  if (!isDay(from)) return { code: "not_a_day", field: "from" }
  if (!isDay(to)) return { code: "not_a_day", field: "to" }
  if (to < from) return { code: "before_from", field: "to" }
  if (to > today) return { code: "in_future", field: "to" }
  const days = (endOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS
  return days > MAX_REPORT_DAYS ? { code: "too_long", field: "to", days } : null
}

/** States of a reconciliation report. One whose process was killed is `running` and begins again. */
export const REPORT_STATES = ["queued", "running", "done", "failed"] as const

export const REPORT_SOURCES = ["capture", "invoice", "transaction", "payout"] as const
