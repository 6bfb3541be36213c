import { timingSafeEqual } from "node:crypto"
import type { Endpoint } from "../../gateway/contract"
import { otherEnvironment, type Credentials } from "../credentials"
import { refusal } from "../sandbox-error"

export type Role = "standard" | "payout"

/** @throws SandboxError 401 */
export function authenticate(apiKey: string | undefined, credentials: Credentials): Role {
  if (apiKey !== undefined && isSameSecret(apiKey, credentials.apiKey)) return "standard"
  if (apiKey !== undefined && isSameSecret(apiKey, credentials.payoutApiKey)) return "payout"
  throw refusal("UNAUTHORIZED", complaint(apiKey, credentials))
}

function complaint(apiKey: string | undefined, { environment }: Credentials): string {
  if (!apiKey) return "x-api-key is missing"
  const other = otherEnvironment(environment)
  if (apiKey.startsWith(`${other}_`))
    return `this is a key for ${other}, and the business is in ${environment}`
  return "the API key is not valid"
}

/** @throws SandboxError 403 for a key of the wrong type @see service-interface "Authentication" */
export function authorize(role: Role, endpoint: Endpoint, body: unknown): void {
  const needed =
    endpoint.key === "by_body" ? (hasPayoutRecipients(body) ? "payout" : "standard") : endpoint.key
  if (role !== needed) throw refusal("FORBIDDEN", `this call needs a ${needed} API key`)
}

function hasPayoutRecipients(body: unknown): boolean {
  return typeof body === "object" && body !== null && "payoutRecipients" in body
}

/** Compares in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
