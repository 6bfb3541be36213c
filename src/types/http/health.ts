import type { HealthStatus } from "../../domain/health/attention"
import type { OnchainEnvironment, OnchainProviderAnswer, OnchainSentence } from "./row"

/** One check. `id` is stable; `message` is for the operator, and `details` are its sentences as data. */
export type OnchainHealthCheck = {
  id: string
  status: HealthStatus
  message: string
  details?: readonly OnchainSentence[]
}

/** A user of the admin, with the id that `payouts.allowedUsers` takes. */
export type OnchainPayoutUser = {
  id: string
  email: string
  created_at: string
  is_allowed: boolean
  /** Not a plain address, or similar to another user's: compare before copying the id. */
  is_email_unusual: boolean
}

/** How the calls of an endpoint of the provider ended, in all processes. */
export type OnchainEndpointHealth = {
  /** Such as `createInvoice`. */
  name: string
  last_success_at: string | null
  last_failure_at: string | null
  failures_in_row: number
  /** Of the last failure: a code of docs/developers/errors.md, or the fields of the answer that could not be read. */
  reason: string | null
  /** The setting that would make the call work, such as `assumptions.ids.invoice`. */
  setting: string | null
  /** What the provider said with the last failure. */
  provider_answer: OnchainProviderAnswer | null
}

/** Answer of `GET /admin/onchain/health`. */
export type OnchainHealthResponse = {
  status: HealthStatus
  environment: OnchainEnvironment
  checks: OnchainHealthCheck[]
  webhooks: {
    /** These three count in the answering process, since it started. */
    accepted: number
    repeated: number
    rejected: Record<string, number>
    /** These count in all processes. */
    last_accepted_at: string | null
    last_rejected: { reason: string; at: string } | null
    waiting: number
    dead: number
  }
  endpoints: OnchainEndpointHealth[]
  payout_users: OnchainPayoutUser[]
  /** Counters of the answering process since it started, such as `payments_captured`. */
  counters: Record<string, number>
  /** With `probe=true` only. */
  probe?: OnchainProbe
}

/** What the conformance probe learned. Holds names of fields and words of statuses, never what a field holds. */
export type OnchainProbe = {
  /** False when no call was answered. */
  is_reached: boolean
  endpoints: { endpoint: string; ok: boolean; http_status: number | null; reason: string | null }[]
  /** Settings that differ from those of this store. */
  proposals: { setting: string; value: unknown; because: string }[]
  /** What a person has to decide. */
  unknown: { setting: string; because: string }[]
  not_seen: { setting: string; because: string }[]
  /** The proposals as an object to merge into the option `assumptions`. */
  assumptions: Record<string, unknown>
}
