const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000
const MAX_DAYS = 31

/** A span of days, `YYYY-MM-DD` in UTC, both included. */
export type Days = { from: string; to: string }

/** The last seven days, of which the last is over. @param now epoch milliseconds */
export function lastWeek(now: number): Days {
  return { from: toDay(now - 7 * DAY_MS), to: toDay(now - DAY_MS) }
}

/** Whether a report can be made of these days. The server decides; this saves a round. */
export function areReportDays({ from, to }: Days): boolean {
  if (!DAY.test(from) || !DAY.test(to)) return false
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days >= 1 && days <= MAX_DAYS
}

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
