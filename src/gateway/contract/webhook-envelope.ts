import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { fieldOf } from "./optional"
import { renameId, restoreId, type WireRecord } from "./resource"

/** Body of every delivery. Event names we do not know are valid and handled as "nothing to do". */
export const webhookEnvelopeSchema = z.looseObject({
  event: z.string().min(1).max(200),
  data: z.record(z.string(), z.unknown()),
})
export type WebhookEnvelope = z.infer<typeof webhookEnvelopeSchema>

/**
 * The resource an event is about, with its identifier under the name `id`.
 *
 * UNDOCUMENTED: where in `data` an invoice or a withdrawal stands. A deposit's data is the deposit itself.
 */
export function eventResource({ event, data }: WebhookEnvelope, assumptions: Assumptions): WireRecord {
  const { resourceField } = assumptions.events
  if (event.startsWith(DEPOSIT_EVENTS) || !resourceField) return renameId(data, assumptions)
  const inner = fieldOf(data, resourceField)
  return isRecord(inner) ? renameId(inner, assumptions) : {}
}

/** The inverse of {@link eventResource}; used by the sandbox. */
export function eventData(event: string, resource: WireRecord, assumptions: Assumptions): WireRecord {
  const { resourceField } = assumptions.events
  const named = restoreId(resource, assumptions)
  return event.startsWith(DEPOSIT_EVENTS) || !resourceField ? named : { [resourceField]: named }
}

/** Names of events about deposits begin so. */
export const DEPOSIT_EVENTS = "deposit."

function isRecord(value: unknown): value is WireRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
