import type { AssumptionsInput } from "../gateway/assumptions"
import type { BusinessSettingsInput } from "./business/business"
import type { Environment } from "./credentials"
import type { RateLimit } from "./http/rate-limiter"
import type { ClockMode } from "./time/clock"
import type { WebhookAddress } from "./webhooks/delivery"

/** Options of {@link createSandbox}. */
export type SandboxOptions = {
  /** Text everything random is derived from. @default "sandbox" */
  seed?: string
  /**
   * Environment of the business: keys and secrets differ, and live has no test network. @default "sandbox"
   */
  environment?: Environment
  /** 0 takes a free one. @default 0 */
  port?: number
  /** Name or address to listen on. Requests with another name in their Host header are refused. @default "127.0.0.1" */
  host?: string
  /** @default "manual" */
  clock?: ClockMode
  /** ISO 8601 instant the clock begins at. @default 2026-01-01T00:00:00Z when manual, now when flowing */
  startAt?: string
  /** What the service document leaves open; give the plugin the same. */
  assumptions?: AssumptionsInput
  /** What the business has set in its dashboard. @default see {@link BusinessSettingsInput} */
  business?: BusinessSettingsInput
  /** Where webhooks go. @default nowhere */
  webhook?: WebhookAddress
  /** Block time of every network in milliseconds. @default each network's own */
  blockTimeMs?: number
  /** How long an unpaid invoice lives, in milliseconds. @default 30 minutes */
  invoiceTtlMs?: number
  /** Delays between attempts of a failed delivery, in milliseconds. @default [5s, 30s, 2min, 10min, 1h] */
  webhookRetryDelaysMs?: number[]
  /** How long a person waits before a retry, or another replay, of one delivery, in milliseconds. @default 30 s */
  webhookCooldownMs?: number
  /** Calls it takes in a window by the clock on the wall; one too many gets 429. @default no limit */
  rateLimit?: RateLimit
  /** The clock on the wall, epoch milliseconds. @default Date.now */
  wallClock?: () => number
  /** How long one attempt of a delivery may take, by the clock on the wall. @default 10000 */
  webhookTimeoutMs?: number
}
