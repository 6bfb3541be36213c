import { endpoints, type EndpointName } from "../contract/endpoints"
import {
  categoryOfError,
  settingOf,
  type ContractError,
  type ErrorBody,
  type ErrorCategory,
  plainText,
  type UnreadableAnswer,
} from "../contract/wire"

/** Our own codes. Append-only; every other code is the service's, kept as it came. */
export const LOCAL_ERROR_CODES = [
  "NETWORK_ERROR",
  "TIMEOUT",
  "UNEXPECTED_RESPONSE",
  "PAYOUT_KEY_MISSING",
  "INVALID_REQUEST",
  "ADDRESS_MISMATCH",
  "RAIL_MISMATCH",
  "LIST_INCOMPLETE",
  "NO_SUCH_CALL",
] as const
export type LocalErrorCode = (typeof LOCAL_ERROR_CODES)[number]

/** `not_applied`: the call certainly changed nothing. `unknown` is reconciled, never treated as failed. */
export type CallOutcome = "not_applied" | "unknown"

export type Failure = {
  code: string
  /** The service's own code, where a setting translated it. */
  serviceCode?: string
  /** Never holds a key, secret, query or body. */
  explanation: string
  outcome: CallOutcome
  isRetryable: boolean
  /** The service answered a mutating call with 2xx, but unusably. */
  isAccepted?: boolean
  unreadable?: UnreadableAnswer
  status?: number
  requestId?: string
  /** `error.message` of the service. */
  providerMessage?: string
  /** `error.details` of the service, an item each. */
  details?: readonly string[]
}

/** What a refusal said beside its code: plain text of bounded length for operators, never for a log or a shopper. */
export type ProviderAnswer = { message: string | null; details: readonly string[]; request_id: string | null }

const SHOWABLE_CODE = /^[\w.-]{1,64}$/

/** Only short, plain words may appear in a log. */
export function isShowableCode(code: string): boolean {
  return SHOWABLE_CODE.test(code)
}

/**
 * The one error of the gateway client.
 *
 * The message is ours and safe to show. The service's own message and details may repeat what was sent: they are for operators,
 * and private, so that an error written to a log whole does not hold them.
 *
 * @see docs/developers/errors.md
 */
export class GatewayError extends Error {
  override readonly name = "GatewayError"
  /** The service's code, or the documented one that it means by a setting, or one of {@link LOCAL_ERROR_CODES}. */
  readonly code: string
  /** The service's code where a setting translated it. */
  readonly serviceCode?: string
  /** Absent when no response was read. */
  readonly status?: number
  /** Quote it to the service's support. */
  readonly requestId?: string
  /** By the code, else by the status; absent for our own codes. */
  readonly category?: ErrorCategory
  readonly outcome: CallOutcome
  /** Whether the same call, with the same idempotency key, may succeed later. */
  readonly isRetryable: boolean
  /** A mutating attempt was answered with 2xx: the service acted, although no answer was readable. */
  readonly isAccepted: boolean
  /** Set when the service answered, and fields of its answer cannot be read. */
  readonly unreadable?: UnreadableAnswer
  readonly endpoint: string
  readonly #answer: ProviderAnswer

  constructor(endpoint: string, failure: Failure) {
    super(describe(endpoint, failure))
    this.endpoint = endpoint
    this.code = failure.code
    this.serviceCode = failure.serviceCode
    this.status = failure.status
    this.category = isLocal(failure.code) ? undefined : categoryOfError(failure.code, failure.status)
    this.requestId = failure.requestId
    this.outcome = failure.outcome
    this.isRetryable = failure.isRetryable
    this.isAccepted = failure.isAccepted ?? false
    this.unreadable = failure.unreadable
    const { providerMessage: message = null, details = [], requestId: request_id = null } = failure
    this.#answer = { message, details, request_id }
  }

  /** Null where the service said nothing. */
  get answer(): ProviderAnswer | null {
    const { message, details, request_id } = this.#answer
    return message === null && details.length === 0 && request_id === null ? null : this.#answer
  }
}

/**
 * An error found before anything was sent; repeating the call cannot help.
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

/** What is wrong with an answer that could be parsed. */
export type AnswerProblem = {
  explanation: string
  /** @default UNEXPECTED_RESPONSE */
  code?: LocalErrorCode
  unreadable?: UnreadableAnswer
  /** The call is reported as failed, and returns its answer. */
  isTolerated?: boolean
}

export function problemOf({ message, resource, fields }: ContractError): AnswerProblem {
  return { explanation: message, unreadable: { fields, setting: settingOf(resource, fields) } }
}

/**
 * A 2xx answer that is unreadable or contradicts its request. The service acted before it answered, so the
 * outcome of a mutating call is unknown.
 */
export function unexpectedAnswer(
  name: EndpointName,
  { status, requestId }: { status: number; requestId?: string },
  { explanation, code = "UNEXPECTED_RESPONSE", unreadable }: AnswerProblem,
  isRetryable = false
): GatewayError {
  const { isMutating } = endpoints[name]
  const outcome = isMutating ? "unknown" : "not_applied"
  return new GatewayError(name, {
    ...{ code, explanation, outcome, isRetryable, isAccepted: isMutating },
    ...{ unreadable, status, requestId },
  })
}

/** Words of a code, a field or an explanation that are about an amount. */
const ABOUT_AN_AMOUNT = /amount|minimum|dust|too[\W_]?small|non[\W_]?positive/i

/** Whether the service refused a request for its amount, by its code or by what `details` names: their form is undocumented. */
export function isAmountRefusal(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError) || isLocal(error.code)) return false
  const { outcome, isRetryable, category, code, serviceCode, answer } = error
  if (outcome !== "not_applied" || isRetryable) return false
  if (category !== undefined && category !== "validation" && category !== "conflict") return false
  const words = [code, serviceCode, ...(answer?.details ?? [])]
  return words.some((text) => text !== undefined && ABOUT_AN_AMOUNT.test(text))
}

const LONGEST_MESSAGE = 500
const LONGEST_DETAIL = 300
const MOST_DETAILS = 10

/** The service's own words of a refusal as plain text. UNDOCUMENTED: the shape of an item of `details`. */
export function wordsOf(
  { message, details = [] }: ErrorBody["error"],
  apiKey: string
): Pick<Failure, "providerMessage" | "details"> {
  const toText = (value: unknown, longest: number) =>
    plainText(detailInWords(value).replaceAll(apiKey, "[hidden]"), longest)
  return {
    providerMessage: message === undefined ? undefined : toText(message, LONGEST_MESSAGE),
    details: details.slice(0, MOST_DETAILS).map((detail) => toText(detail, LONGEST_DETAIL)),
  }
}

/** @example detailInWords({ field: "amount", message: "too small" }) // "field: amount, message: too small" */
function detailInWords(detail: unknown): string {
  if (typeof detail === "string") return detail
  if (typeof detail !== "object" || detail === null || Array.isArray(detail)) return JSON.stringify(detail)
  const named = Object.entries(detail).map(([name, value]) => {
    return `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`
  })
  return named.join(", ")
}

function isLocal(code: string): boolean {
  const codes: readonly string[] = LOCAL_ERROR_CODES
  return codes.includes(code)
}

function describe(endpoint: string, failure: Failure): string {
  const { code, serviceCode, explanation, status, requestId } = failure
  const facts = [isShowableCode(code) ? code : "a code that cannot be shown"]
  if (serviceCode !== undefined) facts.push(`sent as ${serviceCode}`)
  if (status !== undefined) facts.push(`HTTP ${status}`)
  if (requestId !== undefined) facts.push(`request ${requestId}`)
  return `${endpoint}: ${explanation} (${facts.join(", ")})`
}
