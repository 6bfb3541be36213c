import type { Assumptions } from "../../gateway/assumptions"
import type { KnownErrorCode } from "../../gateway/contract"
import { signDelivery } from "../../gateway/signature"
import { sandboxBug } from "../sandbox-error"
import { lifecycle } from "../store"

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
 * Every transition of a delivery, from `queued`. UNDOCUMENTED: the sandbox's own.
 *
 * - `no_target`: no URL was set when it was due
 * - `queued`: waits for others of its subject; `sending`: in flight
 * - `held`, `delayed`, `lost`: a fault holds it back, temporarily or for good
 * - `retrying`: failed, with another attempt scheduled; `failed`: no attempts left
 */
export const deliveryLifecycle = lifecycle({
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
})
export type DeliveryState = keyof typeof deliveryLifecycle
type DeliveryTrigger = keyof (typeof deliveryLifecycle)[DeliveryState]

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

export function takeDeliveryStep(delivery: Delivery, trigger: DeliveryTrigger): void {
  const next = deliveryLifecycle[delivery.state][trigger]
  if (!next) throw sandboxBug(`delivery ${delivery.id} is ${delivery.state}: "${trigger}" is not possible`)
  delivery.state = next
}

/** A copy without the body, so that readers cannot change the log. */
export function toEntry({ id, event, subjectId, attempts, state }: Delivery): DeliveryLogEntry {
  return { id, event, subjectId, attempts: [...attempts], state }
}

export type AttemptOutcome = { status: number } | { error: string }

/**
 * Posts a delivery once. Its timestamp is real time, because the receiver compares it with its own clock.
 *
 * @param stop ends the attempt when the sandbox closes
 * @returns the status, or a short name of the failure
 */
export async function postDelivery(
  delivery: Pick<Delivery, "id" | "body">,
  target: WebhookTarget,
  options: { rules: Assumptions["signature"]; isBadlySigned: boolean; timeoutMs: number; stop: AbortSignal }
): Promise<AttemptOutcome> {
  const secret = options.isBadlySigned ? `not ${target.secret}` : target.secret
  const signed = { body: delivery.body, deliveryId: delivery.id, timestampMs: Date.now(), secret }
  try {
    const response = await fetch(target.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...signDelivery(signed, options.rules) },
      body: new Uint8Array(delivery.body),
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(options.timeoutMs), options.stop]),
    })
    await response.body?.cancel()
    return { status: response.status }
  } catch (error) {
    return { error: describe(error) }
  }
}

/** A code such as ECONNREFUSED, else the error's own text. */
function describe(error: unknown): string {
  const cause = typeof error === "object" && error !== null && "cause" in error ? error.cause : undefined
  const hasCode = typeof cause === "object" && cause !== null && "code" in cause
  return hasCode ? String(cause.code) : String(error)
}

/** UNDOCUMENTED: milliseconds between attempts. */
export const DEFAULT_RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000] as const

export function isDelivered(outcome: AttemptOutcome): boolean {
  return "status" in outcome && outcome.status >= 200 && outcome.status < 300
}

/**
 * Decides when to retry a delivery.
 *
 * A refusal (a 4xx, or a redirect) rarely changes, so it is retried only once: the receiver may be rotating
 * its secret.
 *
 * @param attempts attempts made so far, 1 or more
 * @returns milliseconds, or null to stop
 * @example delayBeforeNextAttempt({ status: 503 }, 1, [5000]) // 5000
 */
export function delayBeforeNextAttempt(
  outcome: AttemptOutcome,
  attempts: number,
  delaysMs: readonly number[]
): number | null {
  const allowed = isRefusal(outcome) ? delaysMs.slice(0, 1) : delaysMs
  return allowed[attempts - 1] ?? null
}

function isRefusal(outcome: AttemptOutcome): boolean {
  if (!("status" in outcome)) return false
  return outcome.status < 500 && outcome.status !== 408 && outcome.status !== 429
}
