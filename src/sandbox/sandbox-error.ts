import type { z } from "zod"
import { ERROR_CATEGORIES, type ErrorCategory, type KnownErrorCode } from "../gateway/contract"

/** UNDOCUMENTED: the shape of `details`. */
export type ErrorDetail = { field: string; message: string }

/**
 * A refusal with its documented code and the status of the code's category; assumptions may override the
 * status.
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

export function refusal(code: KnownErrorCode, message: string): SandboxError {
  return new SandboxError(STATUS_OF_CATEGORY[ERROR_CATEGORIES[code]], code, message)
}

export function invalid(...details: ErrorDetail[]): SandboxError {
  const summary = details.map(({ field, message }) => `${field}: ${message}`).join("; ")
  return new SandboxError(400, "VALIDATION_ERROR", `The request is not valid. ${summary}`, details)
}

export function conflict(message: string): SandboxError {
  return new SandboxError(409, "CONFLICT", message)
}

export function notFound(what: string): SandboxError {
  return new SandboxError(404, "NOT_FOUND", `${what} does not exist`)
}

/** @throws SandboxError with one detail per problem */
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

/** Anything unexpected is a bug in the sandbox. */
export function toSandboxError(error: unknown): SandboxError {
  if (error instanceof SandboxError) return error
  return refusal("INTERNAL_SERVER_ERROR", error instanceof Error ? error.message : String(error))
}

/** A state that only a bug in the sandbox can reach. */
export function sandboxBug(message: string): Error {
  return new Error(`this is a bug in the sandbox: ${message}`)
}
