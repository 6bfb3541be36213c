import type { Logger } from "@medusajs/framework/types"
import type { AttemptReport } from "../../gateway/client/attempt-report"
import { reasonOf } from "./error-reason"

/** Logs each attempt at the gateway that failed, and what happens next. Holds no key, address or body. */
export function logAttempt(logger: Logger): (report: AttemptReport) => void {
  return ({ endpoint, attempt, status, code, requestId, retryInMs }) => {
    if (code === undefined) return
    const facts = [code, status && `HTTP ${status}`, requestId && `request ${requestId}`]
      .filter(Boolean)
      .join(", ")
    const next = retryInMs === null ? "giving up" : `again in ${Math.round(retryInMs)} ms`
    logger.warn(`onchain: gateway ${endpoint}, attempt ${attempt}: ${facts}; ${next}`)
  }
}

/** Logs a rate source that failed; its rail is not offered meanwhile. */
export function logRateError(logger: Logger): (railId: string, error: unknown) => void {
  return (railId, error) => {
    const reason = reasonOf(error)
    logger.warn(`onchain: rates.source failed for ${railId}, which is not offered now: ${reason}`)
  }
}
