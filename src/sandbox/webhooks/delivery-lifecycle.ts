import type { KnownErrorCode } from "../../gateway/contract"

/**
 * - `no_target`: no URL was set when it was to be sent
 * - `queued`: waits for its turn behind others of its subject; `sending`: an attempt is under way
 * - `held`, `delayed`, `lost`: a fault keeps it back, for a while or for good
 * - `retrying`: failed, and will be tried again; `failed`: given up
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

/** What can happen to a delivery. */
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
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number]

/** Every step a delivery can take. It begins as `queued`. UNDOCUMENTED: the sandbox's own. */
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

/** Why a person cannot have a delivery retried; null where it is possible. */
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

/** Why a person cannot have a delivery replayed; null where it is possible. */
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
