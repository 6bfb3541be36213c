import { categoryOfError, type ErrorCategory } from "../contract/error-codes"

/** Codes that are ours. Append-only; every other code is the service's own, kept as it came. */
export const LOCAL_ERROR_CODES = [
  "NETWORK_ERROR",
  "TIMEOUT",
  "UNEXPECTED_RESPONSE",
  "PAYOUT_KEY_MISSING",
  "INVALID_REQUEST",
  "ADDRESS_MISMATCH",
  "RAIL_MISMATCH",
  "LIST_INCOMPLETE",
] as const
export type LocalErrorCode = (typeof LOCAL_ERROR_CODES)[number]

/** Whether the call certainly changed nothing, or may have. `unknown` is reconciled, never treated as failed. */
export type CallOutcome = "not_applied" | "unknown"

/** What went wrong with a call, before it is thrown. */
export type Failure = {
  code: string
  /** Our words; no key, secret, query or body in it. */
  explanation: string
  outcome: CallOutcome
  isRetryable: boolean
  /** The service answered a call that changes something with 2xx, and the answer is of no use. */
  isAccepted?: boolean
  status?: number
  requestId?: string
  details?: unknown[]
}

const SHOWABLE_CODE = /^[A-Z0-9_]{1,64}$/

/** Whether a code is one that may stand in a log: the form of every code of the document, and nothing else. */
export function isShowableCode(code: string): boolean {
  return SHOWABLE_CODE.test(code)
}

/**
 * The one error of the gateway client.
 *
 * The message is composed here and safe to show. The service's own message is left out because it may
 * repeat what was sent; `details` may too, so they are for an operator and not for a log.
 *
 * @see docs/errors.md
 */
export class GatewayError extends Error {
  override readonly name = "GatewayError"
  /** The service's code as it came, or one of {@link LOCAL_ERROR_CODES}. */
  readonly code: string
  /** HTTP status; absent when no response was read. */
  readonly status?: number
  /** The service's identifier of the request, to quote to its support. */
  readonly requestId?: string
  /** The document's category, of the code or else of the status; absent for our own codes. */
  readonly category?: ErrorCategory
  readonly outcome: CallOutcome
  /** Whether the same call, with the same idempotency key, may succeed later. */
  readonly isRetryable: boolean
  /**
   * Whether an attempt of this call that changes something was answered with 2xx: the service acted, although no answer could
   * be read.
   */
  readonly isAccepted: boolean
  /** Name of the endpoint, such as `createInvoice`. */
  readonly endpoint: string
  readonly details?: unknown[]

  constructor(endpoint: string, failure: Failure) {
    super(describe(endpoint, failure))
    this.endpoint = endpoint
    this.code = failure.code
    this.status = failure.status
    this.category = isLocal(failure.code) ? undefined : categoryOfError(failure.code, failure.status)
    this.requestId = failure.requestId
    this.outcome = failure.outcome
    this.isRetryable = failure.isRetryable
    this.isAccepted = failure.isAccepted ?? false
    this.details = failure.details
  }
}

/**
 * An error found before anything was sent: repeating the same call cannot help.
 *
 * @param explanation what is wrong and with which field, without its value
 */
export function refusedLocally(
  endpoint: string,
  explanation: string,
  code: LocalErrorCode = "INVALID_REQUEST"
): GatewayError {
  return new GatewayError(endpoint, { code, explanation, outcome: "not_applied", isRetryable: false })
}

function isLocal(code: string): boolean {
  const codes: readonly string[] = LOCAL_ERROR_CODES
  return codes.includes(code)
}

function describe(endpoint: string, { code, explanation, status, requestId }: Failure): string {
  const facts = [isShowableCode(code) ? code : "a code that cannot be shown"]
  if (status !== undefined) facts.push(`HTTP ${status}`)
  if (requestId !== undefined) facts.push(`request ${requestId}`)
  return `${endpoint}: ${explanation} (${facts.join(", ")})`
}
