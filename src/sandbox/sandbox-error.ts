import type { z } from "zod"
import type { KnownErrorCode } from "../gateway/contract"

/** One problem of a request. UNDOCUMENTED: the service document does not show the shape of `details`. */
export type ErrorDetail = { field: string; message: string }

/** A refusal, with the HTTP status and the documented code it is answered with. */
export class SandboxError extends Error {
  override readonly name = "SandboxError"
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409,
    readonly code: KnownErrorCode,
    message: string,
    readonly details: readonly ErrorDetail[] = []
  ) {
    super(message)
  }
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

/** A state the sandbox must never reach: its own fault, not the caller's. */
export function sandboxBug(message: string): Error {
  return new Error(`this is a bug of the sandbox: ${message}`)
}
