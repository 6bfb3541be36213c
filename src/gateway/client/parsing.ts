import type { z } from "zod"
import { ContractError, parseAs } from "../contract/contract-error"
import { endpoints, type EndpointName } from "../contract/endpoints"
import { GatewayError, refusedLocally, type Failure, type LocalErrorCode } from "./errors"
import type { Reply } from "./interpretation"

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

/**
 * Parses a reply. The service acted before it answered in a shape we cannot read, so for a call that
 * changes state the outcome is unknown, and the same call under its key may bring an answer that can be read.
 *
 * @throws GatewayError UNEXPECTED_RESPONSE naming the fields, never their values
 */
export function readReply<T>(name: EndpointName, reply: Reply, parse: (value: unknown) => T): T {
  try {
    return parse(reply.value)
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    throw new GatewayError(name, {
      ...unexpected(name, reply, error.message),
      isRetryable: endpoints[name].isMutating,
    })
  }
}

/** A reply that was read, and says something it must not say. */
export function unexpectedReply(
  name: EndpointName,
  reply: Reply,
  explanation: string,
  code: LocalErrorCode = "UNEXPECTED_RESPONSE"
): GatewayError {
  return new GatewayError(name, unexpected(name, reply, explanation, code))
}

function unexpected(
  name: EndpointName,
  { status, requestId }: Reply,
  explanation: string,
  code: LocalErrorCode = "UNEXPECTED_RESPONSE"
): Failure {
  const { isMutating } = endpoints[name]
  return {
    code,
    explanation,
    outcome: isMutating ? "unknown" : "not_applied",
    isRetryable: false,
    isAccepted: isMutating,
    status,
    requestId,
  }
}
