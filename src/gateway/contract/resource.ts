import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { parseAs } from "./contract-error"

const recordSchema = z.record(z.string(), z.unknown())
export type WireRecord = z.infer<typeof recordSchema>

/** A cursor is opaque: one sent as a number is used as text, and anything else is no end of the list. */
const cursorSchema = z.union([z.string(), z.number().transform(String)]).nullish()

/** One page of a list, rows not yet parsed. */
export type WirePage = { items: WireRecord[]; nextCursor: string | undefined }

/** A page as it was read: a cursor that is not named may be null, or have no field at all. */
export type ReadPage = WirePage & { hasCursorField: boolean }

/**
 * Takes a single resource out of its assumed envelope and gives its identifier the name `id`.
 *
 * @throws ContractError when the body is no object
 */
export function unwrapResource(body: unknown, name: string, assumptions: Assumptions): WireRecord {
  const { envelope } = assumptions.resource
  const outer = asRecord(body, name)
  return renameId(envelope ? asRecord(outer[envelope], name) : outer, assumptions)
}

/** An object is taken as it is, without a copy; the schema is for what has to be refused or cleaned. */
function asRecord(value: unknown, name: string): WireRecord {
  return isRecord(value) && !Object.hasOwn(value, "__proto__") ? value : parseAs(recordSchema, value, name)
}

function isRecord(value: unknown): value is WireRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The inverse of {@link unwrapResource}; used by the sandbox. */
export function wrapResource(record: WireRecord, assumptions: Assumptions): WireRecord {
  const { envelope } = assumptions.resource
  const named = restoreId(record, assumptions)
  return envelope ? { [envelope]: named } : named
}

/**
 * Takes the rows and the next cursor out of a list.
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

/** The inverse of {@link unwrapList}; used by the sandbox. */
export function wrapList(page: WirePage, assumptions: Assumptions): unknown {
  const { itemsField, nextCursorField } = assumptions.list
  const rows = page.items.map((item) => restoreId(item, assumptions))
  return itemsField ? { [itemsField]: rows, [nextCursorField]: page.nextCursor ?? null } : rows
}

/** Gives the identifier of a record the name `id`. */
export function renameId(record: WireRecord, { resource: { idField } }: Assumptions): WireRecord {
  if (idField === "id" || !Object.hasOwn(record, idField)) return record
  const { [idField]: id, ...rest } = record
  return { ...rest, id }
}

/** The inverse of {@link renameId}. */
export function restoreId(record: WireRecord, { resource: { idField } }: Assumptions): WireRecord {
  if (idField === "id" || !Object.hasOwn(record, "id")) return record
  const { id, ...rest } = record
  return { [idField]: id, ...rest }
}
