import type { AssumptionsInput } from "../gateway/assumptions"
import type { BusinessSettingsInput } from "./business"
import type { Environment } from "./credentials"
import type { RateLimit } from "./http/authentication"
import type { ClockMode } from "./time/agenda"
import type { WebhookAddress } from "./webhooks/delivery"

/** Options of {@link createSandbox}. */
export type SandboxOptions = {
  /** Source of all randomness. @default "sandbox" */
  seed?: string
  /** Keys and secrets differ, and live has no test networks. @default "sandbox" */
  environment?: Environment
  /** 0 picks a free one. @default 0 */
  port?: number
  /** Name or address to listen on; requests with another Host header are refused. @default "127.0.0.1" */
  host?: string
  /** @default "manual" */
  clock?: ClockMode
  /** Start of the clock, ISO 8601. @default 2026-01-01T00:00:00Z when manual, now when flowing */
  startAt?: string
  /** What the service document leaves open; give the plugin the same. */
  assumptions?: AssumptionsInput
  /** Settings of the business. @default see {@link BusinessSettingsInput} */
  business?: BusinessSettingsInput
  /** @default nowhere */
  webhook?: WebhookAddress
  /** For every network, in milliseconds. @default each network's own */
  blockTimeMs?: number
  /** Life of an unpaid invoice, in milliseconds. @default 30 minutes */
  invoiceTtlMs?: number
  /** Delays between delivery attempts, in milliseconds. @default [5s, 30s, 2min, 10min, 1h] */
  webhookRetryDelaysMs?: number[]
  /** Wait before a manual retry or another replay of a delivery, in milliseconds. @default 30 s */
  webhookCooldownMs?: number
  /** Calls per window of real time; one more gets 429. @default no limit */
  rateLimit?: RateLimit
  /** Real time, epoch milliseconds. @default Date.now */
  wallClock?: () => number
  /** Real-time limit of one delivery attempt. @default 10000 */
  webhookTimeoutMs?: number
}
