import type { EndpointName } from "../../gateway/contract"
import type { Identifiers } from "../determinism/identifiers"
import { isAbout, isWebhookFault, type Fault, type RequestFault, type WebhookFault } from "./fault"

type Armed<T> = { fault: T; left: number }

export type FaultBox = {
  add(fault: Fault): void
  clear(): void
  /** Takes the faults of a call: at most one latency and one other. */
  takeForRequest(endpoint: EndpointName, path: string): { latencyMs: number; fault: RequestFault | undefined }
  takeForDelivery(event: string): WebhookFault | undefined
  pending(): Fault[]
}

/** Faults strike in the order they were added. */
export function createFaultBox(identifiers: Identifiers): FaultBox {
  let requestFaults: Armed<RequestFault>[] = []
  let webhookFaults: Armed<WebhookFault>[] = []

  function strikes({ probability }: Fault): boolean {
    return probability === undefined || identifiers.fraction("fault") < probability
  }
  function take<T extends Fault>(armed: Armed<T>[], applies: (fault: T) => boolean): T | undefined {
    const hit = armed.find((entry) => applies(entry.fault) && strikes(entry.fault))
    if (!hit) return undefined
    hit.left -= 1
    if (hit.left === 0) armed.splice(armed.indexOf(hit), 1)
    return hit.fault
  }

  return {
    add(fault) {
      const left = fault.count ?? 1
      if (isWebhookFault(fault)) webhookFaults.push({ fault, left })
      else requestFaults.push({ fault, left })
    },
    clear() {
      requestFaults = []
      webhookFaults = []
    },
    takeForRequest(endpoint, path) {
      const isHere = (fault: RequestFault) => isAbout(fault, endpoint, path)
      const latency = take(requestFaults, (fault) => fault.kind === "latency" && isHere(fault))
      return {
        latencyMs: latency?.kind === "latency" ? latency.ms : 0,
        fault: take(requestFaults, (fault) => fault.kind !== "latency" && isHere(fault)),
      }
    },
    takeForDelivery: (event) =>
      take(webhookFaults, (fault) => fault.event === undefined || fault.event === event),
    pending: () => [...requestFaults, ...webhookFaults].map(({ fault }) => fault),
  }
}
