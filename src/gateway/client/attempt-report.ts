import type { Interpretation } from "./interpretation"

/** What an observer learns of one attempt. Holds no key, address, query or body. */
export type AttemptReport = {
  endpoint: string
  /** From 1. */
  attempt: number
  durationMs: number
  status?: number
  /** Absent for a success. */
  code?: string
  requestId?: string
  /** What the service's own clock said, epoch milliseconds, cut to whole seconds; absent when it did not say. */
  serverTimeMs?: number
  /** Delay before the next attempt in milliseconds, null when this was the last. */
  retryInMs: number | null
}

/** Reduces an attempt to what may be logged. */
export function reportOf(
  attempt: Pick<AttemptReport, "endpoint" | "attempt" | "durationMs" | "serverTimeMs" | "retryInMs">,
  result: Interpretation
): AttemptReport {
  if ("reply" in result) {
    return { ...attempt, status: result.reply.status, requestId: result.reply.requestId }
  }
  const { status, code, requestId } = result.failure
  return { ...attempt, status, code, requestId }
}
