import { timingSafeEqual } from "node:crypto"
import type { Endpoint } from "../../gateway/contract"
import { type Credentials, otherEnvironment } from "../credentials"
import { refusal } from "../sandbox-error"

type Role = "standard" | "payout"

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

export type RateLimit = { requests: number; windowMs: number }

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** @default no limit. UNDOCUMENTED: fixed windows, shared by both keys. */
export function createRateLimiter(limit?: RateLimit) {
  if (limit) checkLimit(limit)
  let windowEndsMs = 0
  let taken = 0
  return {
    /** Counts a call. @returns when the next one is allowed, in real epoch milliseconds, if this one is not */
    refuseUntil(nowMs: number): number | undefined {
      if (!limit) return undefined
      if (nowMs >= windowEndsMs) {
        windowEndsMs = nowMs + limit.windowMs
        taken = 0
      }
      taken += 1
      return taken > limit.requests ? windowEndsMs : undefined
    },
  }
}

function checkLimit({ requests, windowMs }: RateLimit): void {
  const isCount = (value: number) => Number.isSafeInteger(value) && value > 0
  if (isCount(requests) && isCount(windowMs)) return
  throw new RangeError(`rateLimit: expected whole numbers from 1, found ${requests} in ${windowMs} ms`)
}
