import type { Assumptions } from "../../gateway/assumptions"
import { signDelivery } from "../../gateway/signature"
import type { Identifiers } from "../determinism/identifiers"
import type { FaultBox } from "../faults/fault-box"
import type { Agenda } from "../time/agenda"
import type { Clock } from "../time/clock"
import { takeDeliveryStep, type Delivery, type WebhookTarget } from "./delivery"

export type Sending = {
  /** Times it is sent. @default 1 */
  copies?: number
  /** Signs the first copy with a wrong secret. @default false */
  isBadlySigned?: boolean
  /** A manual delivery stands outside the retry schedule. @default false */
  isByHand?: boolean
}

export type DeliveryTransmission = {
  /** Sends a queued delivery in its subject's order, and schedules the next attempt after a failure. */
  send(delivery: Delivery, sending?: Sending): void
  /** Posts a delivery once, whatever its state, and records the attempt. */
  attempt(delivery: Delivery, target: WebhookTarget): Promise<AttemptOutcome>
}

type Parts = WebhookParts & { queue: DeliveryQueue; stop: AbortSignal }

export function createDeliveryTransmission(parts: Parts): DeliveryTransmission {
  const { agenda, assumptions, clock, queue, retryDelaysMs, stop, timeoutMs } = parts

  async function attempt(delivery: Delivery, target: WebhookTarget, isBadlySigned = false) {
    const options = { rules: assumptions.signature, isBadlySigned, timeoutMs, stop }
    const outcome = await postDelivery(delivery, target, options)
    delivery.attempts.push({ at: new Date(clock.now()).toISOString(), ...outcome })
    return outcome
  }

  function conclude(delivery: Delivery, outcomes: AttemptOutcome[], isByHand: boolean): void {
    if (outcomes.some(isDelivered)) return takeDeliveryStep(delivery, "accepted")
    const [first] = outcomes
    const attempts = delivery.scheduledAttempts
    const delayMs = isByHand || !first ? null : delayBeforeNextAttempt(first, attempts, retryDelaysMs)
    takeDeliveryStep(delivery, delayMs === null ? "given_up" : "refused")
    if (delayMs !== null) agenda.schedule(clock.now() + delayMs, () => retry(delivery))
  }

  /** A manual delivery may have arrived in the meantime. */
  function retry(delivery: Delivery): void {
    if (delivery.state !== "retrying") return
    takeDeliveryStep(delivery, "due")
    send(delivery)
  }

  function send(
    delivery: Delivery,
    { copies = 1, isBadlySigned = false, isByHand = false }: Sending = {}
  ): void {
    queue.enqueue(delivery.subjectId, async () => {
      if (stop.aborted) return
      const target = parts.target()
      if (!target) return takeDeliveryStep(delivery, "target_missing")
      takeDeliveryStep(delivery, "attempt_begun")
      if (!isByHand) delivery.scheduledAttempts += 1
      const outcomes = [await attempt(delivery, target, isBadlySigned)]
      while (outcomes.length < copies) outcomes.push(await attempt(delivery, target))
      if (!stop.aborted) conclude(delivery, outcomes, isByHand)
    })
  }

  return { send, attempt }
}

/** Runs deliveries of one subject in order, and subjects in parallel. */
type DeliveryQueue = {
  enqueue(subjectId: string, send: () => Promise<void>): void
  /** Resolves when nothing is in flight, later additions included. */
  idle(): Promise<void>
}

export function createDeliveryQueue(): DeliveryQueue {
  const tails = new Map<string, Promise<void>>()
  return {
    enqueue(subjectId, send) {
      const tail = (tails.get(subjectId) ?? Promise.resolve()).then(send).finally(() => {
        if (tails.get(subjectId) === tail) tails.delete(subjectId)
      })
      tails.set(subjectId, tail)
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}

export type AttemptOutcome = { status: number } | { error: string }

/**
 * Posts a delivery once. Its timestamp is real time, because the receiver compares it with its own clock.
 *
 * @param stop ends the attempt when the sandbox closes
 * @returns the status, or a short name of the failure
 */
async function postDelivery(
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
function delayBeforeNextAttempt(
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

export type WebhookParts = {
  assumptions: Assumptions
  identifiers: Identifiers
  clock: Clock
  agenda: Agenda
  faults: FaultBox
  retryDelaysMs: readonly number[]
  /** Wait before a manual retry or another replay, in the sandbox's time. */
  cooldownMs: number
  /** Real-time limit of one attempt. */
  timeoutMs: number
  target: () => WebhookTarget | null
}
