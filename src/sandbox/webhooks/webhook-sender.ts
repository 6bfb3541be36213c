import { eventData, type WireRecord } from "../../gateway/contract"
import { createDeliveryLog, takeDeliveryStep, type Delivery, type DeliveryLogEntry } from "./delivery"
import {
  createDeliveryQueue,
  createDeliveryTransmission,
  type DeliveryTransmission,
  type Sending,
  type WebhookParts,
} from "./delivery-transmission"
import { createHandDelivery, createRedelivery, type HandDelivery, type Redeliver } from "./redelivery"

export type WebhookSender = HandDelivery & {
  /**
   * Records an event and starts its delivery, unless a fault says otherwise.
   *
   * @param record the subject under the contract's names; its place in the body is an assumption
   */
  announce(event: string, subjectId: string, record: WireRecord): void
  redeliver: Redeliver
  /** Oldest first. */
  deliveries(): DeliveryLogEntry[]
  count(): number
  idle(): Promise<void>
  /** Aborts every attempt and starts no other. */
  stop(): Promise<void>
}

export function createWebhookSender(parts: WebhookParts): WebhookSender {
  const { assumptions, identifiers } = parts
  const log = createDeliveryLog()
  const queue = createDeliveryQueue()
  const stop = new AbortController()
  const transmission = createDeliveryTransmission({ ...parts, queue, stop: stop.signal })
  const dispatch = createDeliveryDispatch({ ...parts, transmission })

  return {
    announce(event, subjectId, record) {
      const delivery: Delivery = {
        ...{ id: identifiers.id("whk"), event, subjectId },
        body: Buffer.from(JSON.stringify({ event, data: eventData(event, record, assumptions) })),
        ...{ attempts: [], scheduledAttempts: 0, state: "queued" },
      }
      log.add(delivery)
      dispatch(delivery)
    },
    ...createHandDelivery({ ...parts, log, transmission }),
    redeliver: createRedelivery({ ...parts, log, transmission }),
    deliveries: () => log.entries(),
    count: () => log.count(),
    idle: () => queue.idle(),
    async stop() {
      stop.abort()
      await queue.idle()
    },
  }
}

type Parts = Pick<WebhookParts, "agenda" | "clock" | "faults" | "target"> & {
  transmission: DeliveryTransmission
}

/** Sends new deliveries, or hands them to the fault that holds them back. */
function createDeliveryDispatch(parts: Parts): (delivery: Delivery) => void {
  const { agenda, clock, faults, target, transmission } = parts
  /** Deliveries that wait for the next one of their subject. */
  const held = new Map<string, Delivery[]>()

  function sendAndReleaseHeld(delivery: Delivery, sending: Sending = {}): void {
    transmission.send(delivery, sending)
    for (const late of held.get(delivery.subjectId) ?? []) {
      takeDeliveryStep(late, "due")
      transmission.send(late)
    }
    held.delete(delivery.subjectId)
  }

  return (delivery) => {
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
}
