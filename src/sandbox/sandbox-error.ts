import type { z } from "zod"
import { ERROR_CATEGORIES, type ErrorCategory, type KnownErrorCode } from "../gateway/contract"

/** One problem of a request. UNDOCUMENTED: the service document does not show the shape of `details`. */
export type ErrorDetail = { field: string; message: string }

/**
 * A refusal, with the documented code it is answered with.
 *
 * `status` is the one of the code's category; an assumption may give some codes another one.
 */
export class SandboxError extends Error {
  override readonly name = "SandboxError"
  constructor(
    readonly status: number,
    readonly code: KnownErrorCode,
    message: string,
    readonly details: readonly ErrorDetail[] = []
  ) {
    super(message)
  }
}

const STATUS_OF_CATEGORY = {
  validation: 400,
  authentication: 401,
  permission: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  server: 500,
} as const satisfies Record<ErrorCategory, number>

/** A refusal with the status of its code's category. */
export function refusal(code: KnownErrorCode, message: string): SandboxError {
  return new SandboxError(STATUS_OF_CATEGORY[ERROR_CATEGORIES[code]], code, message)
}

/** A request with fields that are not valid. */
export function invalid(...details: ErrorDetail[]): SandboxError {
  const summary = details.map(({ field, message }) => `${field}: ${message}`).join("; ")
  return new SandboxError(400, "VALIDATION_ERROR", `The request is not valid. ${summary}`, details)
}

/** A step the current state does not allow. */
export function conflict(message: string): SandboxError {
  return new SandboxError(409, "CONFLICT", message)
}

export function notFound(what: string): SandboxError {
  return new SandboxError(404, "NOT_FOUND", `${what} does not exist`)
}

/**
 * Parses input, or refuses it with one detail per problem.
 *
 * @throws SandboxError
 */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw invalid(...parsed.error.issues.flatMap(issueToDetails))
}

function issueToDetails(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.map(String)
  if (issue.code !== "unrecognized_keys") return [{ field: path.join(".") || "body", message: issue.message }]
  return issue.keys.map((key) => ({ field: [...path, key].join("."), message: "is not a known field" }))
}

/** What an error that nobody foresaw is answered with: a bug of the sandbox, in its own words. */
export function toSandboxError(error: unknown): SandboxError {
  if (error instanceof SandboxError) return error
  return refusal("INTERNAL_SERVER_ERROR", error instanceof Error ? error.message : String(error))
}

/** A state the sandbox must never reach: its own fault, not the caller's. */
export function sandboxBug(message: string): Error {
  return new Error(`this is a bug of the sandbox: ${message}`)
}
