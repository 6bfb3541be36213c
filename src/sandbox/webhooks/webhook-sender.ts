import { eventData, type WireRecord } from "../../gateway/contract"
import type { Delivery, DeliveryLogEntry } from "./delivery"
import { createDeliveryDispatch } from "./delivery-dispatch"
import { createDeliveryLog } from "./delivery-log"
import { createDeliveryQueue } from "./delivery-queue"
import { createDeliveryTransmission } from "./delivery-transmission"
import { createHandDelivery, type HandDelivery } from "./hand-delivery"
import { createRedelivery, type Redeliver } from "./redelivery"
import type { WebhookParts } from "./webhook-parts"

export type WebhookSender = HandDelivery & {
  /**
   * Records an event about a subject and starts its delivery, unless a fault says otherwise.
   *
   * @param record the subject under the contract's names; where in the body it stands is an assumption
   */
  announce(event: string, subjectId: string, record: WireRecord): void
  redeliver: Redeliver
  /** Oldest first. */
  deliveries(): DeliveryLogEntry[]
  count(): number
  idle(): Promise<void>
  /** Ends every attempt and makes no other. */
  stop(): Promise<void>
}

/** Creates the part that tells the receiver what happened. */
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
