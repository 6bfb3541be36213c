import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { identify, idNamesOf, inEnvelope, recordsIn, restoreId, type WireRecord } from "./records"
import { fieldOf, textSchema } from "./wire"

/** Body of every delivery. Unknown event names are valid and need no action. */
export const webhookEnvelopeSchema = z.looseObject({
  event: textSchema.refine((text) => text.length <= 200, "expected at most 200 characters"),
  data: z.record(z.string(), z.unknown()),
})
export type WebhookEnvelope = z.infer<typeof webhookEnvelopeSchema>

/**
 * Returns the resource of an event, with its identifier renamed to `id`.
 *
 * UNDOCUMENTED: where `data` holds an invoice or a withdrawal. The data of a deposit event is the deposit
 * itself.
 */
export function eventResource({ event, data }: WebhookEnvelope, assumptions: Assumptions): WireRecord {
  const kind = kindOfEvent(event, assumptions)
  if (kind === null) return data
  return kind === "deposit" ? identify(data, kind, assumptions) : eventSubject(data, kind, assumptions)
}

/** The invoice or withdrawal in the data of an event; without one the record is empty. */
export function eventSubject(
  data: WireRecord,
  kind: keyof Assumptions["events"]["envelopes"],
  assumptions: Assumptions
): WireRecord {
  const names = idNamesOf(kind, assumptions)
  const candidates = recordsIn(data, assumptions.events.envelopes[kind])
  const found = candidates.find((record) => names.some((name) => fieldOf(record, name) !== undefined))
  return found === undefined ? {} : identify(found, kind, assumptions)
}

/** The inverse of {@link eventResource}; used by the sandbox. */
export function eventData(event: string, resource: WireRecord, assumptions: Assumptions): WireRecord {
  const kind = kindOfEvent(event, assumptions)
  if (kind === null || kind === "deposit") return resource
  return inEnvelope(restoreId(resource, kind, assumptions), assumptions.events.envelopes[kind])
}

function kindOfEvent(event: string, { events }: Assumptions): "invoice" | "withdrawal" | "deposit" | null {
  if (event.startsWith(DEPOSIT_EVENTS)) return "deposit"
  if (event.startsWith("invoice.")) return "invoice"
  return events.withdrawalPrefixes.some((prefix) => event.startsWith(prefix)) ? "withdrawal" : null
}

/** Prefix of the events about deposits. */
export const DEPOSIT_EVENTS = "deposit."
