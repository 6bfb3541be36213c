import { conflict, refusal } from "../sandbox-error"
import type { Delivery, DeliveryLogEntry } from "./delivery"
import { replayRefusals, retryRefusals } from "./delivery-lifecycle"
import { takeDeliveryStep, toEntry, type DeliveryLog } from "./delivery-log"
import type { DeliveryTransmission } from "./delivery-transmission"
import { isReplayable } from "./replayable-events"
import type { WebhookParts } from "./webhook-parts"

/** What a person can have done with a delivery. */
export type HandDelivery = {
  /** Sends what has not arrived once more. @throws SandboxError with one of the service's codes */
  retry(deliveryId: string): DeliveryLogEntry
  /** Sends what has reached its end once more. @throws SandboxError with one of the service's codes */
  replay(deliveryId: string): DeliveryLogEntry
}

type Parts = WebhookParts & { log: DeliveryLog; transmission: DeliveryTransmission }

/** Creates the actions. A retry or replay that fails is not tried again by itself. */
export function createHandDelivery(parts: Parts): HandDelivery {
  const { assumptions, clock, cooldownMs, log, transmission } = parts

  function find(deliveryId: string): Delivery {
    const delivery = log.find(deliveryId)
    if (delivery) return delivery
    throw refusal("WEBHOOK_EVENT_NOT_FOUND", `webhook event ${deliveryId} does not exist`)
  }
  function requireTarget(): void {
    if (!parts.target()) throw conflict("no webhook URL is set")
  }
  const isCoolingDown = (sinceMs: number | undefined) =>
    sinceMs !== undefined && clock.now() < sinceMs + cooldownMs

  return {
    retry(deliveryId) {
      const delivery = find(deliveryId)
      const code = retryRefusals[delivery.state]
      if (code) throw refusal(code, `webhook event ${deliveryId} is ${delivery.state}`)
      requireTarget()
      if (isCoolingDown(lastAttemptMs(delivery))) {
        throw refusal("WEBHOOK_RETRY_COOLDOWN", `webhook event ${deliveryId} was attempted a moment ago`)
      }
      takeDeliveryStep(delivery, "retried_by_hand")
      transmission.send(delivery, { isByHand: true })
      return toEntry(delivery)
    },
    replay(deliveryId) {
      const delivery = find(deliveryId)
      if (!isReplayable(delivery.event, assumptions)) {
        throw refusal("WEBHOOK_REPLAY_NOT_SUPPORTED", `${delivery.event} only informs: it cannot be replayed`)
      }
      const code = replayRefusals[delivery.state]
      if (code) throw refusal(code, `webhook event ${deliveryId} is ${delivery.state}`)
      requireTarget()
      if (isCoolingDown(delivery.replayedAtMs)) {
        throw refusal("WEBHOOK_REPLAY_COOLDOWN", `webhook event ${deliveryId} was replayed a moment ago`)
      }
      delivery.replayedAtMs = clock.now()
      takeDeliveryStep(delivery, "replayed_by_hand")
      transmission.send(delivery, { isByHand: true })
      return toEntry(delivery)
    },
  }
}

function lastAttemptMs({ attempts }: Delivery): number | undefined {
  const last = attempts.at(-1)
  return last && Date.parse(last.at)
}
