import type { Assumptions } from "../../gateway/assumptions"
import type { WireRecord } from "../../gateway/contract"
import type { Identifiers } from "../determinism/identifiers"
import type { FaultBox } from "../faults/fault"
import { eventData } from "../http/wire-writer"
import { conflict, notFound, refusal } from "../sandbox-error"
import type { Agenda, Clock } from "../time/agenda"
import {
  type AttemptOutcome,
  delayBeforeNextAttempt,
  type Delivery,
  deliveryLifecycle,
  type DeliveryLogEntry,
  isDelivered,
  postDelivery,
  replayRefusals,
  retryRefusals,
  takeDeliveryStep,
  toEntry,
  type WebhookTarget,
} from "./delivery"

type WebhookParts = {
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

type Sending = {
  /** Times it is sent. @default 1 */
  copies?: number
  /** Signs the first copy with a wrong secret. @default false */
  isBadlySigned?: boolean
  /** A manual delivery stands outside the retry schedule. @default false */
  isByHand?: boolean
}

/** `parallel` sends all at once. */
export type Redelivery = { times?: number; parallel?: boolean }

export function createWebhookSender(parts: WebhookParts) {
  const { agenda, assumptions, clock, cooldownMs, faults, identifiers, retryDelaysMs, target, timeoutMs } =
    parts
  const deliveries = new Map<string, Delivery>()
  const queue = createDeliveryQueue()
  const stop = new AbortController()
  /** Deliveries that wait for the next one of their subject. */
  const held = new Map<string, Delivery[]>()

  /** Posts a delivery once, whatever its state, and records the attempt. */
  async function attempt(delivery: Delivery, address: WebhookTarget, isBadlySigned = false) {
    const options = { rules: assumptions.signature, isBadlySigned, timeoutMs, stop: stop.signal }
    const outcome = await postDelivery(delivery, address, options)
    delivery.attempts.push({ at: new Date(clock.now()).toISOString(), ...outcome })
    return outcome
  }

  /** Sends a queued delivery in its subject's order, and schedules the next attempt after a failure. */
  function send(
    delivery: Delivery,
    { copies = 1, isBadlySigned = false, isByHand = false }: Sending = {}
  ): void {
    queue.enqueue(delivery.subjectId, async () => {
      if (stop.signal.aborted) return
      const address = target()
      if (!address) return takeDeliveryStep(delivery, "target_missing")
      takeDeliveryStep(delivery, "attempt_begun")
      if (!isByHand) delivery.scheduledAttempts += 1
      const outcomes = [await attempt(delivery, address, isBadlySigned)]
      while (outcomes.length < copies) outcomes.push(await attempt(delivery, address))
      if (!stop.signal.aborted) conclude(delivery, outcomes, isByHand)
    })
  }

  function conclude(delivery: Delivery, outcomes: AttemptOutcome[], isByHand: boolean): void {
    if (outcomes.some(isDelivered)) return takeDeliveryStep(delivery, "accepted")
    const [first] = outcomes
    const attempts = delivery.scheduledAttempts
    const delayMs = isByHand || !first ? null : delayBeforeNextAttempt(first, attempts, retryDelaysMs)
    takeDeliveryStep(delivery, delayMs === null ? "given_up" : "refused")
    if (delayMs === null) return
    agenda.schedule(clock.now() + delayMs, () => {
      // A manual delivery may have arrived in the meantime.
      if (delivery.state !== "retrying") return
      takeDeliveryStep(delivery, "due")
      send(delivery)
    })
  }

  function sendAndReleaseHeld(delivery: Delivery, sending: Sending = {}): void {
    send(delivery, sending)
    for (const late of held.get(delivery.subjectId) ?? []) {
      takeDeliveryStep(late, "due")
      send(late)
    }
    held.delete(delivery.subjectId)
  }

  /** Sends a new delivery, or lets a fault hold it back. */
  function dispatch(delivery: Delivery): void {
    if (!target()) return takeDeliveryStep(delivery, "target_missing")
    const fault = faults.takeForDelivery(delivery.event)
    switch (fault?.kind) {
      case "webhook_lost":
        return takeDeliveryStep(delivery, "lost")
      case "webhook_reordered":
        takeDeliveryStep(delivery, "kept_back")
        held.set(delivery.subjectId, [...(held.get(delivery.subjectId) ?? []), delivery])
        return
      case "webhook_delayed":
        takeDeliveryStep(delivery, "delayed")
        agenda.schedule(clock.now() + fault.ms, () => {
          takeDeliveryStep(delivery, "due")
          sendAndReleaseHeld(delivery)
        })
        return
      case "webhook_duplicated":
        return sendAndReleaseHeld(delivery, { copies: fault.times })
      case "webhook_badly_signed":
        return sendAndReleaseHeld(delivery, { isBadlySigned: true })
      case undefined:
        return sendAndReleaseHeld(delivery)
    }
  }

  function requireTarget(): WebhookTarget {
    const address = target()
    if (!address) throw conflict("no webhook URL is set")
    return address
  }

  /** Manual deliveries are not retried. */
  function sendByHand(deliveryId: string, kind: "retry" | "replay"): DeliveryLogEntry {
    const delivery = deliveries.get(deliveryId)
    if (!delivery) throw refusal("WEBHOOK_EVENT_NOT_FOUND", `webhook event ${deliveryId} does not exist`)
    const isRetry = kind === "retry"
    if (!isRetry && !isReplayable(delivery.event, assumptions)) {
      const message = `${delivery.event} is informational: it cannot be replayed`
      throw refusal("WEBHOOK_REPLAY_NOT_SUPPORTED", message)
    }
    const code = (isRetry ? retryRefusals : replayRefusals)[delivery.state]
    if (code) throw refusal(code, `webhook event ${deliveryId} is ${delivery.state}`)
    requireTarget()
    const lastMs = isRetry ? lastAttemptMs(delivery) : delivery.replayedAtMs
    if (lastMs !== undefined && clock.now() < lastMs + cooldownMs) {
      const [cooldown, done] = isRetry
        ? (["WEBHOOK_RETRY_COOLDOWN", "attempted"] as const)
        : (["WEBHOOK_REPLAY_COOLDOWN", "replayed"] as const)
      throw refusal(cooldown, `webhook event ${deliveryId} was ${done} a moment ago`)
    }
    if (!isRetry) delivery.replayedAtMs = clock.now()
    takeDeliveryStep(delivery, isRetry ? "retried_by_hand" : "replayed_by_hand")
    send(delivery, { isByHand: true })
    return toEntry(delivery)
  }

  return {
    /**
     * Records an event and starts its delivery, unless a fault says otherwise.
     *
     * @param record the subject under the contract's names; its place in the body is an assumption
     */
    announce(event: string, subjectId: string, record: WireRecord): void {
      const delivery: Delivery = {
        ...{ id: identifiers.id("whk"), event, subjectId },
        body: Buffer.from(JSON.stringify({ event, data: eventData(event, record, assumptions) })),
        ...{ attempts: [], scheduledAttempts: 0, state: "queued" },
      }
      deliveries.set(delivery.id, delivery)
      dispatch(delivery)
    },
    /** Sends an undelivered event once more. @throws SandboxError with a documented code */
    retry: (deliveryId: string) => sendByHand(deliveryId, "retry"),
    /** Sends a finished event once more. @throws SandboxError with a documented code */
    replay: (deliveryId: string) => sendByHand(deliveryId, "replay"),
    /**
     * Sends a delivery again in any state, for tests.
     *
     * @returns HTTP statuses; 0 without an answer
     * @throws SandboxError
     */
    async redeliver(deliveryId: string, { times = 1, parallel = false }: Redelivery): Promise<number[]> {
      const delivery = deliveries.get(deliveryId)
      if (!delivery) throw notFound(`delivery ${deliveryId}`)
      const address = requireTarget()
      const again = async () => {
        const outcome = await attempt(delivery, address)
        // An attempt in flight makes its own transition.
        const isOpen = delivery.state !== "sending" && "accepted" in deliveryLifecycle[delivery.state]
        if (isDelivered(outcome) && isOpen) takeDeliveryStep(delivery, "accepted")
        return "status" in outcome ? outcome.status : 0
      }
      if (parallel) return Promise.all(Array.from({ length: times }, again))
      const statuses: number[] = []
      while (statuses.length < times) statuses.push(await again())
      return statuses
    },
    /** Oldest first. */
    deliveries: (): DeliveryLogEntry[] => [...deliveries.values()].map(toEntry),
    count: () => deliveries.size,
    idle: () => queue.idle(),
    /** Aborts every attempt and starts no other. */
    async stop() {
      stop.abort()
      await queue.idle()
    },
  }
}

function lastAttemptMs({ attempts }: Delivery): number | undefined {
  const last = attempts.at(-1)
  return last && Date.parse(last.at)
}

/**
 * Whether an event can be replayed.
 *
 * UNDOCUMENTED: which ones. Events that only inform (a deposit in review, new confirmations) describe a past
 * moment, so they cannot.
 */
function isReplayable(event: string, { events }: Assumptions): boolean {
  return event !== "deposit.review_required" && event !== `invoice.${events.invoice.confirming}`
}

/** Runs deliveries of one subject in order, and subjects in parallel. */
function createDeliveryQueue() {
  const tails = new Map<string, Promise<void>>()
  return {
    enqueue(subjectId: string, send: () => Promise<void>): void {
      const tail = (tails.get(subjectId) ?? Promise.resolve()).then(send).finally(() => {
        if (tails.get(subjectId) === tail) tails.delete(subjectId)
      })
      tails.set(subjectId, tail)
    },
    /** Resolves when nothing is in flight, later additions included. */
    async idle(): Promise<void> {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}
