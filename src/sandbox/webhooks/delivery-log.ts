import { sandboxBug } from "../sandbox-error"
import type { Delivery, DeliveryLogEntry } from "./delivery"
import { deliveryLifecycle, type DeliveryTrigger } from "./delivery-lifecycle"

export type DeliveryLog = {
  add(delivery: Delivery): void
  find(id: string): Delivery | undefined
  /** Oldest first. */
  entries(): DeliveryLogEntry[]
  count(): number
}

/** Creates an empty log. */
export function createDeliveryLog(): DeliveryLog {
  const byId = new Map<string, Delivery>()
  return {
    add: (delivery) => byId.set(delivery.id, delivery),
    find: (id) => byId.get(id),
    entries: () => [...byId.values()].map(toEntry),
    count: () => byId.size,
  }
}

/** Takes one step of the lifecycle. @throws Error when it has no such step */
export function takeDeliveryStep(delivery: Delivery, trigger: DeliveryTrigger): void {
  const next = deliveryLifecycle[delivery.state][trigger]
  if (!next) throw sandboxBug(`delivery ${delivery.id} is ${delivery.state}: "${trigger}" is not possible`)
  delivery.state = next
}

/** A copy without the body: whoever reads the log cannot change it. */
export function toEntry({ id, event, subjectId, attempts, state }: Delivery): DeliveryLogEntry {
  return { id, event, subjectId, attempts: [...attempts], state }
}
