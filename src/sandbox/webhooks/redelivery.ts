import type { Assumptions } from "../../gateway/assumptions"
import { conflict, notFound, refusal } from "../sandbox-error"
import {
  deliveryLifecycle,
  replayRefusals,
  retryRefusals,
  takeDeliveryStep,
  toEntry,
  type Delivery,
  type DeliveryLog,
  type DeliveryLogEntry,
} from "./delivery"
import {
  isDelivered,
  type AttemptOutcome,
  type DeliveryTransmission,
  type WebhookParts,
} from "./delivery-transmission"

/** `parallel` sends all at once. */
export type Redelivery = { times?: number; parallel?: boolean }

/**
 * Sends a delivery again in any state, for tests.
 *
 * @returns HTTP statuses; 0 without an answer
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

/** An attempt in flight makes its own transition. */
function noteArrival(delivery: Delivery): void {
  const isOpen = delivery.state !== "sending" && deliveryLifecycle[delivery.state].accepted !== undefined
  if (isOpen) takeDeliveryStep(delivery, "accepted")
}

/** 0 means no answer. */
function statusOf(outcome: AttemptOutcome): number {
  return "status" in outcome ? outcome.status : 0
}

export type HandDelivery = {
  /** Sends an undelivered event once more. @throws SandboxError with a documented code */
  retry(deliveryId: string): DeliveryLogEntry
  /** Sends a finished event once more. @throws SandboxError with a documented code */
  replay(deliveryId: string): DeliveryLogEntry
}

type HandParts = WebhookParts & { log: DeliveryLog; transmission: DeliveryTransmission }

/** Manual deliveries are not retried. */
export function createHandDelivery(parts: HandParts): HandDelivery {
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
        throw refusal(
          "WEBHOOK_REPLAY_NOT_SUPPORTED",
          `${delivery.event} is informational: it cannot be replayed`
        )
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

/**
 * Whether an event can be replayed.
 *
 * UNDOCUMENTED: which ones. Events that only inform (a deposit in review, new confirmations) describe a past
 * moment, so they cannot.
 *
 * @example isReplayable("invoice.paid", parseAssumptions()) // true
 */
function isReplayable(event: string, { events }: Assumptions): boolean {
  return event !== "deposit.review_required" && event !== `invoice.${events.invoice.confirming}`
}
