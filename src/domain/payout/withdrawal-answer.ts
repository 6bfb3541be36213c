import { categoryOfError } from "../../gateway/contract"
import { isKeyTooOld, LONGEST_PAUSE_MS, pauseBeforeRepeating } from "../repeated-call"

export type FailedCreate = {
  /** The service's code, or ours where no answer could be read. */
  code: string
  /** Undefined when no response was read. */
  status: number | undefined
  /** Of this call with all its attempts. */
  outcome: "not_applied" | "unknown"
  isRetryable: boolean
  /** An earlier request of this create may have reached the service. */
  isUncertain: boolean
  /** An earlier answer under this key was a conflict that nobody here can read: it may mean that the service has the payout. */
  hasUnclearAnswer: boolean
  /** Since the first request with this key. */
  keyAgeMs: number
  /** How long the service remembers a key. */
  retentionMs: number
}

/** An answer without the documented form: from a faulty service, or a proxy in between. */
const UNREADABLE = "UNEXPECTED_RESPONSE"
/** A refusal of the key, not the payout: the merchant can fix it. */
const REFUSALS_OF_THE_KEY: readonly string[] = ["UNAUTHORIZED", "FORBIDDEN", "PAYOUT_KEY_MISSING"]
/** Codes that prove that the service received an earlier request of this payout. */
export const SIGNS_OF_AN_EARLIER_REQUEST = ["DUPLICATE_REQUEST", "IDEMPOTENCY_KEY_MISMATCH"] as const
/** Codes that every following request would get too. */
const SIGNS_OF_AN_ABSENCE: readonly string[] = [
  "NETWORK_ERROR",
  "TIMEOUT",
  "SERVICE_UNAVAILABLE",
  "INTERNAL_SERVER_ERROR",
  "CACHE_COORDINATION_UNAVAILABLE",
  "RATE_LIMIT_EXCEEDED",
  "UNAUTHORIZED",
  UNREADABLE,
]
/** Refusals of the request itself. Their status is not documented. */
const REFUSALS_OF_THE_REQUEST: readonly string[] = [
  "VALIDATION_ERROR",
  "INSUFFICIENT_BALANCE",
  "INVALID_REQUEST",
]
/**
 * The quote has expired, was used, or is unknown. Its end by our clock does not matter: the service's clock
 * may be ahead, and another store of the business may have used it.
 */
const REFUSALS_OF_THE_QUOTE: readonly string[] = ["CONFLICT", "NOT_FOUND"]
const CONFLICT_STATUS = 409
const STATUSES_OF_A_REFUSAL: readonly number[] = [400, 404, 422]
const CONCLUSIVE_CODES: readonly string[] = [
  ...REFUSALS_OF_THE_KEY,
  ...REFUSALS_OF_THE_REQUEST,
  ...REFUSALS_OF_THE_QUOTE,
]

/**
 * Whether this call may have reached the service. A refusal without the documented body may come from a
 * proxy, so it proves nothing.
 */
export function mayHaveBeenSent({ code, outcome }: Pick<FailedCreate, "code" | "outcome">): boolean {
  return outcome === "unknown" || code === UNREADABLE
}

/**
 * Whether an answer to a repetition shows that the service has something under this key, reference or quote.
 * Before anything was sent a conflict has other causes.
 */
export function isUnexplainedConflict({
  code,
  status,
  isUncertain,
  outcome,
}: Pick<FailedCreate, "code" | "status" | "isUncertain" | "outcome">): boolean {
  if (code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" || code === UNREADABLE) return false
  return saysItHasIt(code) || (status === CONFLICT_STATUS && (isUncertain || outcome === "unknown"))
}

/** Whether the code says that the service has a withdrawal of this payout. */
export function saysItHasIt(code: string | null): boolean {
  return SIGNS_OF_AN_EARLIER_REQUEST.some((sign) => sign === code)
}

/** Whether a code means that the service is unavailable, rather than something about this payout. */
export function isServiceAway(code: string | null): boolean {
  return code !== null && SIGNS_OF_AN_ABSENCE.includes(code)
}

/**
 * Decides how a payout goes on after a failed create.
 *
 * - `repeat`: the same call with the same key, also after an unreadable answer: a service that has the payout
 *   returns its stored answer.
 * - `release`: nothing was sent, and repeating cannot help. The payout is refused.
 * - `requote`: nothing was sent, and the quote cannot be used. A person requests a new one.
 * - `prove`: the key was repeated, and the service has nothing under it. Its list decides between `requote` and `look`.
 * - `look`: the service may have the payout, and repeating shows nothing more. It is searched for, and never
 *   released by that alone.
 *
 * Once a request may have reached the service, no refusal releases a payout: the first request itself may be
 * why a later one is refused. A balance is too low, or a quote is used, because the money is on its way.
 *
 * @see service-interface "Retry rules"
 */
export function decideAfterCreate(
  failure: FailedCreate
): "repeat" | "release" | "requote" | "prove" | "look" {
  const { code, status, keyAgeMs, retentionMs } = failure
  if (saysItHasIt(code)) return "look"
  const isDoubtful = failure.isUncertain || mayHaveBeenSent(failure)
  if (mayPass(failure) || (isDoubtful && (code === UNREADABLE || REFUSALS_OF_THE_KEY.includes(code))))
    return isKeyTooOld(keyAgeMs, retentionMs) ? "look" : "repeat"
  if (isDoubtful) return "look"
  if (failure.hasUnclearAnswer) return "prove"
  if (!isConclusive(failure))
    return status === CONFLICT_STATUS && !isKeyTooOld(keyAgeMs, retentionMs) ? "repeat" : "look"
  return isRefusalOfTheQuote(failure) ? "requote" : "release"
}

/** A refusal in words that nobody here knows ends this quote only: the next one shows whether it was the reason. */
function isRefusalOfTheQuote({ code, status }: FailedCreate): boolean {
  if (REFUSALS_OF_THE_QUOTE.includes(code)) return true
  return isUnclearCode(code) && status !== undefined && STATUSES_OF_A_REFUSAL.includes(status)
}

/** Whether a code says nothing here of whether the service has a payout. */
export function isUnclearCode(code: string | null): boolean {
  if (code === null || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" || saysItHasIt(code)) return false
  return ![...CONCLUSIVE_CODES, ...SIGNS_OF_AN_ABSENCE].includes(code)
}

function mayPass({ code, status, isRetryable }: FailedCreate): boolean {
  if (isRetryable) return true
  const category = code === UNREADABLE ? undefined : categoryOfError(code, status)
  return category === "rate_limited" || category === "server"
}

/** Whether the code alone proves that no payout was made. An unknown code with 409 may mean the opposite. */
function isConclusive({ code, status }: FailedCreate): boolean {
  return (
    CONCLUSIVE_CODES.includes(code) ||
    (status !== undefined && status >= 400 && status < 500 && status !== CONFLICT_STATUS)
  )
}

/**
 * Milliseconds before a create is sent again: a merchant needs time to fix a key. @param attempts at least 1
 */
export function pauseBeforeCreatingAgain({ code, attempts }: { code: string; attempts: number }): number {
  return REFUSALS_OF_THE_KEY.includes(code) ? LONGEST_PAUSE_MS : pauseBeforeRepeating(attempts)
}
