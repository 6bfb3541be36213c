import type { Logger } from "@medusajs/framework/types"
import type { AttemptReport } from "../../gateway/client/attempt-report"
import { PAYOUT_KEY_CHECK } from "../../gateway/client/resources/keys"
import type { AddressRefusal } from "./address-book"
import { reasonOf } from "./error-reason"

/** Logs each attempt at the gateway that failed, and what happens next. Holds no key, address or body. */
export function logAttempt(logger: Pick<Logger, "warn">): (report: AttemptReport) => void {
  return ({ endpoint, attempt, status, code, requestId, retryInMs }) => {
    if (code === undefined || isExpected(endpoint, code)) return
    const facts = [code, status && `HTTP ${status}`, requestId && `request ${requestId}`]
      .filter(Boolean)
      .join(", ")
    const next = retryInMs === null ? "giving up" : `again in ${Math.round(retryInMs)} ms`
    logger.warn(`onchain: gateway ${endpoint}, attempt ${attempt}: ${facts}; ${next}`)
  }
}

/** A payout key that may not read is known, which is what the check asks. */
export function isExpected(endpoint: string, code: string): boolean {
  return endpoint === PAYOUT_KEY_CHECK && code === "FORBIDDEN"
}

/** Logs that the other processes do not learn of something now. */
export function logSignalError(logger: Logger): (error: unknown) => void {
  return (error) => logger.warn(`onchain: a signal could not be written: ${reasonOf(error)}`)
}

/** Logs that the health page may not show how reading a list of the service ended. */
export function logListError(logger: Logger): (error: unknown) => void {
  return (error) => logger.warn(`onchain: how a list was read could not be noted: ${reasonOf(error)}`)
}

/** Logs a rate source that failed; its rail is not offered meanwhile. */
export function logRateError(logger: Logger): (railId: string, error: unknown) => void {
  return (railId, error) => {
    const reason = reasonOf(error)
    logger.warn(`onchain: rates.source failed for ${railId}, which is not offered now: ${reason}`)
  }
}

/** Logs an account holder whom the service does not create. The reason says what to do. */
export function logCustomerProblem(
  logger: Logger
): (problem: { customerId: string; reason: string }) => void {
  return ({ customerId, reason }) =>
    logger.error(`onchain: customer ${customerId} is not created at the service: ${reason}`)
}

/** Logs an address that is shown to nobody, because it is of another rail. Does not repeat it. */
export function logAddressRefusal(logger: Logger): (customerId: string, refusal: AddressRefusal) => void {
  return (customerId, { chain, networkId, reason }) =>
    logger.error(
      `onchain: no address of customer ${customerId} is shown on ${chain}:${networkId}: ${reason}. ` +
        `Report it to the service; nothing stands in for it`
    )
}
