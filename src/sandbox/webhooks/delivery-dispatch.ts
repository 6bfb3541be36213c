import type { Delivery } from "./delivery"
import { takeDeliveryStep } from "./delivery-log"
import type { DeliveryTransmission, Sending } from "./delivery-transmission"
import type { WebhookParts } from "./webhook-parts"

type Parts = Pick<WebhookParts, "agenda" | "clock" | "faults" | "target"> & {
  transmission: DeliveryTransmission
}

/** Creates the part that gives a new delivery to the transmission, or to the fault that waits for it. */
export function createDeliveryDispatch(parts: Parts): (delivery: Delivery) => void {
  const { agenda, clock, faults, target, transmission } = parts
  /** Deliveries that wait until another one of their subject was sent. */
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
