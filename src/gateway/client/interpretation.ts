import type { z } from "zod"
import type { Assumptions } from "../assumptions"
import { ContractError, parseAs } from "../contract/contract-error"
import { endpoints, type EndpointName } from "../contract/endpoints"
import { codeToOurs, errorBodySchema } from "../contract/errors"
import { settingOf, type UnreadableAnswer } from "../contract/setting-of-answer"
import {
  GatewayError,
  isShowableCode,
  refusedLocally,
  type CallOutcome,
  type Failure,
  type LocalErrorCode,
} from "./errors"
import { isRetryable } from "./retry"
import type { Answer } from "./transport"

/** A 2xx answer with JSON. */
export type Reply = { status: number; requestId?: string; value: unknown }

export type Interpretation = { reply: Reply } | { failure: Failure }

type Answered = Extract<Answer, { kind: "answered" }>
type Facts = {
  isMutating: boolean
  hasKey: boolean
  /** A service that echoes the key must not get it into a log. */
  apiKey: string
  assumptions: Assumptions
}

/** Each means that an earlier request with this key or content got through, so the outcome is unknown. */
const CODES_OF_AN_EARLIER_REQUEST: readonly string[] = [
  "IDEMPOTENCY_REQUEST_IN_PROGRESS",
  "IDEMPOTENCY_KEY_MISMATCH",
  "DUPLICATE_REQUEST",
]
/** The service stopped waiting for the request, or would not take it yet: the document says nothing of its effect. */
const STATUSES_OF_NO_DECISION: readonly number[] = [408, 425]
const SHOWABLE_ID = /^[\w.:-]{1,100}$/

/**
 * Turns an answer into a usable reply, or a failure with code, outcome and retryability.
 *
 * @see service-interface "Errors"
 */
export function interpretAnswer(answer: Answer, call: Facts): Interpretation {
  if (answer.kind === "lost") return { failure: lost(answer, call) }
  if (answer.status >= 400) return { failure: refusal(answer, call) }
  const requestId = showableId(answer.headers.get("x-request-id"), call)
  const isSuccess = answer.status >= 200 && answer.status < 300
  if (isSuccess && answer.body.isJson) {
    return { reply: { status: answer.status, requestId, value: answer.body.value } }
  }
  const bodyProblem = answer.body.isJson ? "not expected" : answer.body.problem
  const isAccepted = isSuccess && call.isMutating
  return {
    failure: {
      code: "UNEXPECTED_RESPONSE",
      explanation: isSuccess ? `the body is ${bodyProblem}` : "no redirect is followed, check the base URL",
      outcome: unknownIf(call.isMutating),
      isRetryable: isAccepted && isRetryable({ ...call, isAccepted }),
      isAccepted,
      status: answer.status,
      requestId,
    },
  }
}

function lost({ code, reason, status }: Extract<Answer, { kind: "lost" }>, call: Facts): Failure {
  const explanation =
    code === "TIMEOUT" ? "no complete answer in time" : `the connection failed${reason ? `, ${reason}` : ""}`
  const isAccepted = call.isMutating && status !== undefined && status >= 200 && status < 300
  return {
    code,
    explanation,
    outcome: unknownIf(call.isMutating),
    isRetryable: isRetryable(call),
    isAccepted,
  }
}

function refusal({ status, headers, body }: Answered, call: Facts): Failure {
  const parsed = errorBodySchema.safeParse(body.isJson ? body.value : undefined)
  const error = parsed.success && isOwnCode(parsed.data.error.code, call) ? parsed.data.error : undefined
  const code = error ? codeToOurs(error.code, call.assumptions) : "UNEXPECTED_RESPONSE"
  const mayHaveActed =
    STATUSES_OF_NO_DECISION.includes(status) || status >= 500 || CODES_OF_AN_EARLIER_REQUEST.includes(code)
  return {
    code,
    serviceCode: error && error.code !== code ? error.code : undefined,
    explanation: error ? "refused by the provider" : "refused without a documented error body",
    outcome: unknownIf(call.isMutating && mayHaveActed),
    isRetryable: isRetryable({ ...call, status, code }),
    status,
    requestId: showableId(error?.requestId, call) ?? showableId(headers.get("x-request-id"), call),
    details: error?.details,
  }
}

function unknownIf(mayHaveBeenApplied: boolean): CallOutcome {
  return mayHaveBeenApplied ? "unknown" : "not_applied"
}

function isOwnCode(code: string, { apiKey }: Facts): boolean {
  return isShowableCode(code) && !echoes(code, apiKey)
}

function showableId(id: string | null | undefined, { apiKey }: Facts): string | undefined {
  return id && SHOWABLE_ID.test(id) && !echoes(id, apiKey) ? id : undefined
}

function echoes(text: string, apiKey: string): boolean {
  return apiKey !== "" && text.includes(apiKey)
}

/**
 * Checks a request before it is sent.
 *
 * @throws GatewayError INVALID_REQUEST naming the fields, never their values
 */
export function checkRequest<T extends z.ZodType>(
  name: EndpointName,
  schema: T,
  value: unknown
): z.output<T> {
  try {
    return parseAs(schema, value, "request")
  } catch (error) {
    if (error instanceof ContractError) throw refusedLocally(name, error.problems.join("; "))
    throw error
  }
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

/**
 * Parses a reply. The service acted before it answered, so after an unreadable answer the outcome of a
 * mutating call is unknown, and repeating it under its key may bring a readable one.
 *
 * @throws GatewayError UNEXPECTED_RESPONSE naming the fields, never their values
 */
export function readReply<T>(name: EndpointName, reply: Reply, parse: (value: unknown) => T): T {
  try {
    return parse(reply.value)
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const { isMutating: isRetryable } = endpoints[name]
    throw new GatewayError(name, { ...unexpected(name, reply, problemOf(error)), isRetryable })
  }
}

export function problemOf({ message, resource, fields }: ContractError): AnswerProblem {
  return { explanation: message, unreadable: { fields, setting: settingOf(resource, fields) } }
}

export const ANOTHER_RAIL: AnswerProblem = {
  explanation: "the answer is for another rail than requested",
  code: "RAIL_MISMATCH",
}

/** Also where the setting of the identifier names a field that refers to something else. */
export function anotherThan(resource: "customer" | "invoice" | "withdrawal"): AnswerProblem {
  const unreadable = { fields: ["id"], setting: settingOf(resource, ["id"]) }
  return { explanation: `the answer is another ${resource} than requested`, unreadable }
}

/** A readable reply that contradicts its request. */
export function unexpectedReply(name: EndpointName, reply: Reply, problem: AnswerProblem): GatewayError {
  return new GatewayError(name, unexpected(name, reply, problem))
}

function unexpected(
  name: EndpointName,
  { status, requestId }: Reply,
  { explanation, code = "UNEXPECTED_RESPONSE", unreadable }: AnswerProblem
): Failure {
  const { isMutating } = endpoints[name]
  return {
    code,
    explanation,
    outcome: isMutating ? "unknown" : "not_applied",
    isRetryable: false,
    isAccepted: isMutating,
    unreadable,
    status,
    requestId,
  }
}
