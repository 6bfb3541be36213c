import type { Assumptions } from "../../gateway/assumptions"
import type { Identifiers } from "../determinism/identifiers"
import type { FaultBox } from "../faults/fault-box"
import type { Agenda } from "../time/agenda"
import type { Clock } from "../time/clock"
import type { WebhookTarget } from "./delivery"

/** What the webhooks are made of. */
export type WebhookParts = {
  assumptions: Assumptions
  identifiers: Identifiers
  clock: Clock
  agenda: Agenda
  faults: FaultBox
  retryDelaysMs: readonly number[]
  /** How long a person has to wait before a retry or another replay, by the sandbox's clock. */
  cooldownMs: number
  /** Wall-clock limit of one attempt. */
  timeoutMs: number
  target: () => WebhookTarget | null
}
