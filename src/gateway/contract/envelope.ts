import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { parseAs } from "./contract-error"
import { fieldOf, textSchema } from "./fields"

const recordSchema = z.record(z.string(), z.unknown())
export type WireRecord = z.infer<typeof recordSchema>

/** A cursor is opaque. A numeric one becomes text; any other type is an error, not the end of the list. */
const cursorSchema = z.union([z.string(), z.number().transform(String)]).nullish()

export type WirePage = { items: WireRecord[]; nextCursor: string | undefined }

/** A page without a next cursor may have a null cursor field, or none. */
export type ReadPage = WirePage & { hasCursorField: boolean }

/**
 * Takes a resource out of its assumed envelope and renames its identifier to `id`.
 *
 * @throws ContractError when the body is no object
 */
export function unwrapResource(body: unknown, name: string, assumptions: Assumptions): WireRecord {
  const { envelope } = assumptions.resource
  const outer = asRecord(body, name)
  return renameId(envelope ? asRecord(outer[envelope], name) : outer, assumptions)
}

/** Plain objects skip the schema and its copy; it refuses or cleans the rest. */
function asRecord(value: unknown, name: string): WireRecord {
  return isRecord(value) && !Object.hasOwn(value, "__proto__") ? value : parseAs(recordSchema, value, name)
}

function isRecord(value: unknown): value is WireRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

export function wrapResource(record: WireRecord, assumptions: Assumptions): WireRecord {
  const { envelope } = assumptions.resource
  const named = restoreId(record, assumptions)
  return envelope ? { [envelope]: named } : named
}

/**
 * Reads the rows and the next cursor of a list.
 *
 * @throws ContractError when there are no rows where they are assumed
 */
export function unwrapList(body: unknown, name: string, assumptions: Assumptions): ReadPage {
  const { itemsField, nextCursorField } = assumptions.list
  const outer = itemsField ? parseAs(recordSchema, body, name) : {}
  const rows = parseAs(z.array(recordSchema), itemsField ? outer[itemsField] : body, name)
  const cursor = parseAs(cursorSchema, outer[nextCursorField], `${name} cursor`)
  return {
    items: rows.map((row) => renameId(row, assumptions)),
    nextCursor: cursor || undefined,
    hasCursorField: Object.hasOwn(outer, nextCursorField),
  }
}

export function wrapList(page: WirePage, assumptions: Assumptions): unknown {
  const { itemsField, nextCursorField } = assumptions.list
  const rows = page.items.map((item) => restoreId(item, assumptions))
  return itemsField ? { [itemsField]: rows, [nextCursorField]: page.nextCursor ?? null } : rows
}

export function renameId(record: WireRecord, { resource: { idField } }: Assumptions): WireRecord {
  if (idField === "id" || !Object.hasOwn(record, idField)) return record
  const { [idField]: id, ...rest } = record
  return { ...rest, id }
}

export function restoreId(record: WireRecord, { resource: { idField } }: Assumptions): WireRecord {
  if (idField === "id" || !Object.hasOwn(record, "id")) return record
  const { id, ...rest } = record
  return { [idField]: id, ...rest }
}

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
  const { resourceField } = assumptions.events
  if (event.startsWith(DEPOSIT_EVENTS) || !resourceField) return renameId(data, assumptions)
  const inner = fieldOf(data, resourceField)
  return isObject(inner) ? renameId(inner, assumptions) : {}
}

export function eventData(event: string, resource: WireRecord, assumptions: Assumptions): WireRecord {
  const { resourceField } = assumptions.events
  const named = restoreId(resource, assumptions)
  return event.startsWith(DEPOSIT_EVENTS) || !resourceField ? named : { [resourceField]: named }
}

export const DEPOSIT_EVENTS = "deposit."

function isObject(value: unknown): value is WireRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
