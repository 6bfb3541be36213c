import { conflict, notFound } from "../sandbox-error"
import type { Delivery } from "./delivery"
import type { AttemptOutcome } from "./delivery-attempt"
import { deliveryLifecycle } from "./delivery-lifecycle"
import { takeDeliveryStep, type DeliveryLog } from "./delivery-log"
import { isDelivered } from "./delivery-retry"
import type { DeliveryTransmission } from "./delivery-transmission"
import type { WebhookParts } from "./webhook-parts"

/** How often a delivery is sent, and whether one attempt after the other is awaited. */
export type Redelivery = { times?: number; parallel?: boolean }

/**
 * Sends a delivery again, whatever its state: no action of the service, but of a test.
 *
 * @returns HTTP statuses; 0 where there was no answer
 * @throws SandboxError
 */
export type Redeliver = (deliveryId: string, options: Redelivery) => Promise<number[]>

type Parts = Pick<WebhookParts, "target"> & { log: DeliveryLog; transmission: DeliveryTransmission }

export function createRedelivery({ log, target, transmission }: Parts): Redeliver {
  return async (deliveryId, { times = 1, parallel = false }) => {
    const delivery = log.find(deliveryId)
    if (!delivery) throw notFound(`delivery ${deliveryId}`)
    const address = target()
    if (!address) throw conflict("no webhook URL is set")
    const again = async () => {
      const outcome = await transmission.attempt(delivery, address)
      if (isDelivered(outcome)) noteArrival(delivery)
      return statusOf(outcome)
    }
    if (parallel) return Promise.all(Array.from({ length: times }, again))
    const statuses: number[] = []
    while (statuses.length < times) statuses.push(await again())
    return statuses
  }
}

/** An attempt that is under way concludes by itself. */
function noteArrival(delivery: Delivery): void {
  const isOpen = delivery.state !== "sending" && deliveryLifecycle[delivery.state].accepted !== undefined
  if (isOpen) takeDeliveryStep(delivery, "accepted")
}

/** 0 stands for "no answer". */
function statusOf(outcome: AttemptOutcome): number {
  return "status" in outcome ? outcome.status : 0
}
