import { FetchError } from "@medusajs/js-sdk"

/**
 * How an attempt that did not succeed ended: somebody else was faster, the server refused, or no answer came and
 * nobody knows yet.
 */
export type ActionFailure = { kind: "conflict" | "refused" | "unknown"; message: string }

/** Reads what a failed attempt means. Only a refusal of the server says that nothing was done. */
export function toFailure(error: Error): ActionFailure {
  const status = error instanceof FetchError ? (error.status ?? 0) : 0
  if (status === 409) return { kind: "conflict", message: error.message }
  if (status >= 400 && status < 500) return { kind: "refused", message: error.message }
  return { kind: "unknown", message: error.message }
}
