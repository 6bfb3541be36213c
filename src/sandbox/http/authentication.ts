import { timingSafeEqual } from "node:crypto"
import type { Endpoint } from "../../gateway/contract"
import type { Credentials } from "../credentials"
import { SandboxError } from "../sandbox-error"

export type Role = "standard" | "payout"

/**
 * Finds out which key a call was made with.
 *
 * @throws SandboxError 401
 */
export function authenticate(apiKey: string | undefined, credentials: Credentials): Role {
  if (apiKey !== undefined && isSame(apiKey, credentials.apiKey)) return "standard"
  if (apiKey !== undefined && isSame(apiKey, credentials.payoutApiKey)) return "payout"
  throw new SandboxError(401, "UNAUTHORIZED", apiKey ? "the API key is not valid" : "x-api-key is missing")
}

/**
 * Refuses a key of the wrong type.
 *
 * @throws SandboxError 403
 * @see service-interface "Authentication"
 */
export function authorize(role: Role, endpoint: Endpoint, body: unknown): void {
  const needed =
    endpoint.key === "by_body" ? (hasPayoutRecipients(body) ? "payout" : "standard") : endpoint.key
  if (role !== needed) throw new SandboxError(403, "FORBIDDEN", `this call needs a ${needed} API key`)
}

function hasPayoutRecipients(body: unknown): boolean {
  return typeof body === "object" && body !== null && "payoutRecipients" in body
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
