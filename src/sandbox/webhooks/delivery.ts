import type { KnownErrorCode } from "../../gateway/contract"
import { sandboxBug } from "../sandbox-error"

/** Without a secret, the credentials' secret signs. */
export type WebhookAddress = { url: string; secret?: string }

export type WebhookTarget = { url: string; secret: string }

/** The status, or why there was none. `at` is the sandbox's time. */
export type DeliveryAttempt = { at: string } & ({ status: number } | { error: string })

/** A delivery of the log, with its attempts. */
export type DeliveryLogEntry = {
  /** `X-Webhook-ID`, the same on every attempt. */
  id: string
  event: string
  /** Id of its invoice, deposit or withdrawal. */
  subjectId: string
  attempts: DeliveryAttempt[]
  state: DeliveryState
}

/** The body is fixed when the event happens. */
export type Delivery = DeliveryLogEntry & {
  readonly body: Buffer
  /** Attempts of the retry schedule, without duplicates and manual ones. */
  scheduledAttempts: number
  /** Last manual replay, epoch milliseconds. */
  replayedAtMs?: number
}

/**
 * - `no_target`: no URL was set when it was due
 * - `queued`: waits for others of its subject; `sending`: in flight
 * - `held`, `delayed`, `lost`: a fault holds it back, temporarily or for good
 * - `retrying`: failed, with another attempt scheduled; `failed`: no attempts left
 */
export const DELIVERY_STATES = [
  "no_target",
  "queued",
  "sending",
  "held",
  "delayed",
  "lost",
  "retrying",
  "delivered",
  "failed",
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const DELIVERY_TRIGGERS = [
  "kept_back",
  "delayed",
  "lost",
  "due",
  "target_missing",
  "attempt_begun",
  "accepted",
  "refused",
  "given_up",
  "retried_by_hand",
  "replayed_by_hand",
] as const
type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number]

/** Every transition of a delivery, from `queued`. UNDOCUMENTED: the sandbox's own. */
export const deliveryLifecycle: Record<DeliveryState, Partial<Record<DeliveryTrigger, DeliveryState>>> = {
  queued: {
    kept_back: "held",
    delayed: "delayed",
    lost: "lost",
    target_missing: "no_target",
    attempt_begun: "sending",
  },
  sending: { accepted: "delivered", refused: "retrying", given_up: "failed" },
  held: { due: "queued" },
  delayed: { due: "queued" },
  retrying: { due: "queued", accepted: "delivered" },
  no_target: { retried_by_hand: "queued", accepted: "delivered" },
  lost: { retried_by_hand: "queued", replayed_by_hand: "queued", accepted: "delivered" },
  failed: { retried_by_hand: "queued", replayed_by_hand: "queued", accepted: "delivered" },
  delivered: { replayed_by_hand: "queued" },
}

/** Why an operator cannot retry a delivery; null when possible. */
export const retryRefusals = {
  no_target: null,
  lost: null,
  failed: null,
  queued: "WEBHOOK_EVENT_ALREADY_SCHEDULED",
  held: "WEBHOOK_EVENT_ALREADY_SCHEDULED",
  delayed: "WEBHOOK_EVENT_ALREADY_SCHEDULED",
  retrying: "WEBHOOK_EVENT_ALREADY_SCHEDULED",
  sending: "WEBHOOK_EVENT_IN_FLIGHT",
  delivered: "WEBHOOK_EVENT_ALREADY_DELIVERED",
} as const satisfies Record<DeliveryState, KnownErrorCode | null>

/** Why an operator cannot replay a delivery; null when possible. */
export const replayRefusals = {
  delivered: null,
  lost: null,
  failed: null,
  queued: "WEBHOOK_EVENT_ALREADY_SCHEDULED",
  sending: "WEBHOOK_EVENT_IN_FLIGHT",
  held: "WEBHOOK_REPLAY_REQUIRES_TERMINAL_STATE",
  delayed: "WEBHOOK_REPLAY_REQUIRES_TERMINAL_STATE",
  retrying: "WEBHOOK_REPLAY_REQUIRES_TERMINAL_STATE",
  no_target: "WEBHOOK_REPLAY_REQUIRES_TERMINAL_STATE",
} as const satisfies Record<DeliveryState, KnownErrorCode | null>

export type DeliveryLog = {
  add(delivery: Delivery): void
  find(id: string): Delivery | undefined
  entries(): DeliveryLogEntry[]
  count(): number
}

export function createDeliveryLog(): DeliveryLog {
  const byId = new Map<string, Delivery>()
  return {
    add: (delivery) => byId.set(delivery.id, delivery),
    find: (id) => byId.get(id),
    entries: () => [...byId.values()].map(toEntry),
    count: () => byId.size,
  }
}

export function takeDeliveryStep(delivery: Delivery, trigger: DeliveryTrigger): void {
  const next = deliveryLifecycle[delivery.state][trigger]
  if (!next) throw sandboxBug(`delivery ${delivery.id} is ${delivery.state}: "${trigger}" is not possible`)
  delivery.state = next
}

/** A copy without the body, so that readers cannot change the log. */
export function toEntry({ id, event, subjectId, attempts, state }: Delivery): DeliveryLogEntry {
  return { id, event, subjectId, attempts: [...attempts], state }
}
