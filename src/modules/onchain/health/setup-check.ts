import { COUNT_LIMIT } from "../work/listed-rows"

/** The health page must answer; a slower gateway is a problem anyway. */
export const PATIENCE_MS = 5_000

/** What a check of the store found. The message says what is wrong and what to do. */
export type SetupCheck = { id: string; status: "ok" | "warning" | "error"; message: string }

export function timesInWords(count: number): string {
  return count === 1 ? "once" : `${count} times`
}

/** A count that stops at `COUNT_LIMIT`, in words. */
export function countInWords(count: number): string {
  return count > COUNT_LIMIT ? `more than ${COUNT_LIMIT}` : String(count)
}

/** A duration in words. @example inWords(90 * 60_000) // "90 minutes" */
export function inWords(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1_440)} days`
}
