import type { Assumptions } from "../../gateway/assumptions"
import type { WireRecord } from "../../gateway/contract"
import { wrapResource } from "../../gateway/contract"
import type { Identifiers } from "../determinism/identifiers"
import type { FaultBox } from "../faults/fault-box"
import { conflict, notFound } from "../sandbox-error"
import type { Agenda } from "../time/agenda"
import type { Clock } from "../time/clock"
import type { Delivery, DeliveryLogEntry, WebhookTarget } from "./delivery"
import { postDelivery, type AttemptOutcome } from "./delivery-attempt"
import { createDeliveryQueue } from "./delivery-queue"
import { delayBeforeNextAttempt, isDelivered } from "./delivery-retry"

/** How often a delivery is sent, and whether one attempt after the other is awaited. */
export type Redelivery = { times?: number; parallel?: boolean }

export type WebhookSender = {
  /** Records an event and starts its delivery, unless a fault says otherwise. */
  announce(event: string, invoiceId: string, data: WireRecord): void
  /** @throws SandboxError */
  redeliver(deliveryId: string, options: Redelivery): Promise<number[]>
  deliveries(): DeliveryLogEntry[]
  idle(): Promise<void>
  /** Ends every attempt and makes no other. */
  stop(): Promise<void>
}

type Parts = {
  assumptions: Assumptions
  identifiers: Identifiers
  clock: Clock
  agenda: Agenda
  faults: FaultBox
  retryDelaysMs: readonly number[]
  /** Wall-clock limit of one attempt. */
  timeoutMs: number
  target: () => WebhookTarget | null
}

/** Creates the part that tells the receiver what happened. */
export function createWebhookSender(parts: Parts): WebhookSender {
  const log: Delivery[] = []
  const queue = createDeliveryQueue()
  const stop = new AbortController()

  async function attempt(delivery: Delivery, target: WebhookTarget, isBadlySigned = false) {
    const { assumptions, timeoutMs } = parts
    const options = { rules: assumptions.signature, isBadlySigned, timeoutMs, stop: stop.signal }
    const outcome = await postDelivery(delivery, target, options)
    delivery.attempts.push({ at: new Date(parts.clock.now()).toISOString(), ...outcome })
    if (isDelivered(outcome)) delivery.state = "delivered"
    return outcome
  }

  function planRetry(delivery: Delivery, outcome: AttemptOutcome): void {
    if (delivery.state === "delivered" || stop.signal.aborted) return
    const delayMs = delayBeforeNextAttempt(outcome, delivery.scheduledAttempts, parts.retryDelaysMs)
    delivery.state = delayMs === null ? "failed" : "retrying"
    if (delayMs !== null) parts.agenda.schedule(parts.clock.now() + delayMs, () => send(delivery))
  }

  function send(delivery: Delivery, { copies = 1, isBadlySigned = false } = {}): void {
    queue.enqueue(delivery.invoiceId, async () => {
      const target = parts.target()
      if (stop.signal.aborted || !target) return
      delivery.scheduledAttempts += 1
      const outcome = await attempt(delivery, target, isBadlySigned)
      for (let copy = 1; copy < copies; copy++) await attempt(delivery, target)
      planRetry(delivery, outcome)
    })
  }

  function sendAndReleaseHeld(delivery: Delivery, options = {}): void {
    const held = log.filter(({ state, invoiceId }) => state === "held" && invoiceId === delivery.invoiceId)
    for (const next of [delivery, ...held]) next.state = "queued"
    send(delivery, options)
    for (const late of held) send(late)
  }

  function dispatch(delivery: Delivery): void {
    if (!parts.target()) return
    const fault = parts.faults.takeForDelivery(delivery.event)
    switch (fault?.kind) {
      case "webhook_lost":
        delivery.state = "lost"
        return
      case "webhook_reordered":
        delivery.state = "held"
        return
      case "webhook_delayed":
        delivery.state = "delayed"
        parts.agenda.schedule(parts.clock.now() + fault.ms, () => sendAndReleaseHeld(delivery))
        return
      case "webhook_duplicated":
        return sendAndReleaseHeld(delivery, { copies: fault.times })
      case "webhook_badly_signed":
        return sendAndReleaseHeld(delivery, { isBadlySigned: true })
      case undefined:
        return sendAndReleaseHeld(delivery)
    }
  }

  return {
    announce(event, invoiceId, data) {
      const body = Buffer.from(JSON.stringify({ event, data: withoutEnvelope(data, parts.assumptions) }))
      const id = parts.identifiers.id("whk")
      const delivery: Delivery = {
        ...{ id, event, invoiceId, body },
        ...{ attempts: [], scheduledAttempts: 0, state: "no_target" },
      }
      log.push(delivery)
      dispatch(delivery)
    },
    async redeliver(deliveryId, { times = 1, parallel = false }) {
      const delivery = log.find(({ id }) => id === deliveryId)
      if (!delivery) throw notFound(`delivery ${deliveryId}`)
      const target = parts.target()
      if (!target) throw conflict("no webhook URL is set")
      const again = async () => statusOf(await attempt(delivery, target))
      if (parallel) return Promise.all(Array.from({ length: times }, again))
      const statuses: number[] = []
      while (statuses.length < times) statuses.push(await again())
      return statuses
    },
    deliveries: () =>
      log.map(({ id, event, invoiceId, attempts, state }) => ({
        id,
        event,
        invoiceId,
        attempts: [...attempts],
        state,
      })),
    idle: () => queue.idle(),
    async stop() {
      stop.abort()
      await queue.idle()
    },
  }
}

/** UNDOCUMENTED: the data of an event is the invoice itself, with the assumed name of its identifier. */
function withoutEnvelope(data: WireRecord, assumptions: Assumptions): WireRecord {
  return wrapResource(data, { ...assumptions, resource: { ...assumptions.resource, envelope: "" } })
}

/** 0 stands for "no answer". */
function statusOf(outcome: AttemptOutcome): number {
  return "status" in outcome ? outcome.status : 0
}
