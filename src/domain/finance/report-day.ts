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

/** A day that cannot begin or end a report, by its field. */
export type RangeProblem =
  | { code: "not_a_day"; field: "from" | "to" }
  | { code: "before_from" | "in_future"; field: "to" }
  | { code: "too_long"; field: "to"; days: number }

/**
 * Checks the days of a report.
 *
 * @param range both days included
 * @param today in UTC; it may be the last day although it is not over
 * @returns null when a report can cover them
 * @example findRangeProblem({ from: "2026-02-30", to: "2026-03-01" }, "2026-03-02") // { code: "not_a_day", field: "from" }
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
export type ReportState = (typeof REPORT_STATES)[number]

/** Which side an entry of a report is from. */
export const REPORT_SOURCES = ["capture", "invoice", "transaction", "payout"] as const
export type ReportSource = (typeof REPORT_SOURCES)[number]
