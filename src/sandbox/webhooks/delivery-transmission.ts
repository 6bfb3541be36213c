import type { Delivery, WebhookTarget } from "./delivery"
import { postDelivery, type AttemptOutcome } from "./delivery-attempt"
import { takeDeliveryStep } from "./delivery-log"
import type { DeliveryQueue } from "./delivery-queue"
import { delayBeforeNextAttempt, isDelivered } from "./delivery-retry"
import type { WebhookParts } from "./webhook-parts"

export type Sending = {
  /** How often it is sent. @default 1 */
  copies?: number
  /** Signs the first copy with a wrong secret. @default false */
  isBadlySigned?: boolean
  /** A person asked for it: it stands outside the schedule of retries. @default false */
  isByHand?: boolean
}

export type DeliveryTransmission = {
  /** Sends a queued delivery when it is the turn of its subject, and plans the next attempt when it fails. */
  send(delivery: Delivery, sending?: Sending): void
  /** Posts a delivery once, whatever its state, and records the attempt. */
  attempt(delivery: Delivery, target: WebhookTarget, isBadlySigned?: boolean): Promise<AttemptOutcome>
}

type Parts = WebhookParts & { queue: DeliveryQueue; stop: AbortSignal }

/** Creates the part that posts deliveries, in the order of each subject. */
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

  /** Sent again by hand in the meantime, it may have arrived. */
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
