import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { parseAs } from "./contract-error"
import { fieldOf, hasField, isRecord, textSchema, withField } from "./fields"

const recordSchema = z.record(z.string(), z.unknown())

/** A JSON object, not parsed further. */
export type WireRecord = z.infer<typeof recordSchema>

/** A resource that an answer may wrap. */
export type Enveloped = keyof Assumptions["envelopes"]
/** A resource with an identifier. */
export type Identified = keyof Assumptions["ids"]

/** Every kind of resource that a response can hold. */
export type ResourceKind = Enveloped | Identified | "network" | "token" | "balance"

/** A cursor is opaque. A numeric one becomes text; any other type is an error, not the end of the list. */
const cursorSchema = z.union([z.string(), z.number().transform(String)]).nullish()

/** `nextLink`: address of the next page as the service writes it. `total`: rows of the whole list. */
export type WirePage = {
  items: WireRecord[]
  nextCursor?: string | undefined
  nextLink?: string | undefined
  total?: number | undefined
}

/** A page that names no next one may have a null field for it, or none. */
export type ReadPage = WirePage & { hasCursorField: boolean; hasLinkField: boolean }

/**
 * Takes a resource out of its envelope and renames its identifier to `id`.
 *
 * Of the assumed envelopes, the first counts that holds a field by which its resource is recognized.
 *
 * @throws ContractError when the body is no object
 */
export function unwrapResource(body: unknown, kind: Enveloped, assumptions: Assumptions): WireRecord {
  const outer = asRecord(body, kind)
  const candidates = recordsIn(outer, assumptions.envelopes[kind])
  const signs = signsOf(kind, assumptions)
  const isRecognized = (record: WireRecord) => signs.some((name) => fieldOf(record, name) !== undefined)
  return identify(candidates.find(isRecognized) ?? candidates[0] ?? outer, kind, assumptions)
}

function recordsIn(outer: WireRecord, names: readonly string[]): WireRecord[] {
  return names.flatMap((name) => {
    const value = name === "" ? outer : fieldOf(outer, name)
    return isRecord(value) ? [asRecord(value, name)] : []
  })
}

/** Each resource of a kind has at least one of these fields. */
function signsOf(kind: Enveloped, { ids, fields }: Assumptions): readonly string[] {
  if (kind === "address") return ["address"]
  if (kind === "billing") return Object.values(fields.billing).filter((name) => name !== null)
  if (kind !== "depositAction") return ids[kind]
  return [DEPOSIT_ID, ...ids.deposit, ...Object.values(fields.depositAction).filter((name) => name !== null)]
}

/** Plain objects skip the schema and its copy; it refuses or cleans the rest. */
function asRecord(value: unknown, name: string): WireRecord {
  return isRecord(value) && !Object.hasOwn(value, "__proto__") ? value : parseAs(recordSchema, value, name)
}

/** The inverse of {@link unwrapResource}; used by the sandbox. */
export function wrapResource(record: WireRecord, kind: Enveloped, assumptions: Assumptions): WireRecord {
  return inEnvelope(restoreId(record, kind, assumptions), assumptions.envelopes[kind])
}

function inEnvelope(record: WireRecord, names: readonly string[]): WireRecord {
  const name = names.at(-1)
  return name ? withField({}, name, record) : record
}

/**
 * Reads the rows of a list, and what the body says about the next page. Fields of a form of paging that is
 * ruled out by `list.paging` are not read.
 *
 * @throws ContractError when there are no rows where they are assumed
 */
export function unwrapList(body: unknown, kind: ResourceKind, assumptions: Assumptions): ReadPage {
  const { paging, nextCursorField, nextLinkFields, totalField } = assumptions.list
  const outer = Array.isArray(body) ? {} : asRecord(body, `${kind} list`)
  const rows = parseAs(z.array(recordSchema), itemsIn(body, outer, assumptions), `${kind} list`)
  const hasCursors = paging === "auto" || paging === "cursor"
  const cursorValue = hasCursors ? fieldOf(outer, nextCursorField) : undefined
  const cursor = parseAs(cursorSchema, cursorValue, `${kind} list, cursor`)
  const links = paging === "auto" || paging === "link" ? nextLinkFields : []
  return {
    items: rows.map((row) => identify(row, kind, assumptions)),
    nextCursor: cursor || undefined,
    nextLink: links.map((name) => linkIn(outer, name, assumptions)).find((link) => link !== undefined),
    total: totalField === null ? undefined : countIn(fieldOf(outer, totalField)),
    hasCursorField: hasCursors && hasField(outer, nextCursorField),
    hasLinkField: links.some((name) => hasField(outer, name)),
  }
}

const LOOKS_LIKE_A_LINK = /^(?:https?:\/\/|\/|\?)/i

/** Unless the form is set, other text in such a field is no link. */
function linkIn(outer: WireRecord, name: string, { list }: Assumptions): string | undefined {
  const value = fieldOf(outer, name)
  if (typeof value !== "string" || value === "") return undefined
  return list.paging === "link" || LOOKS_LIKE_A_LINK.test(value) ? value : undefined
}

function countIn(value: unknown): number | undefined {
  const count = typeof value === "string" && /^\d{1,15}$/.test(value) ? parseInt(value, 10) : value
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

function itemsIn(body: unknown, outer: WireRecord, { list }: Assumptions): unknown {
  const found = list.itemsFields.map((name) => (name === "" ? body : fieldOf(outer, name)))
  return found.find(Array.isArray) ?? found.find((value) => value !== undefined && value !== body)
}

/** The inverse of {@link unwrapList}; used by the sandbox. A bare array says nothing about the next page. */
export function wrapList(page: WirePage, kind: ResourceKind, assumptions: Assumptions): unknown {
  const { itemsFields, paging, nextCursorField, nextLinkFields, totalField } = assumptions.list
  const rows = page.items.map((item) => restoreId(item, kind, assumptions))
  const name = itemsFields.at(-1)
  if (!name) return rows
  const linkField = nextLinkFields.at(-1) ?? ""
  let body: WireRecord = {}
  if (paging === "auto" || paging === "cursor")
    body = withField(body, nextCursorField, page.nextCursor ?? null)
  if (paging === "link") body = withField(body, linkField, page.nextLink ?? null)
  if (totalField !== null && page.total !== undefined) body = withField(body, totalField, page.total)
  return withField(body, name, rows)
}

/** Documented. */
const DEPOSIT_ID = "depositId"

function idNamesOf(kind: ResourceKind, { ids }: Assumptions): readonly string[] {
  if (kind === "depositAction" || kind === "deposit") return [DEPOSIT_ID, ...ids.deposit]
  if (kind in ids) return ids[kind as Identified]
  return []
}

/** Renames the identifier of a record to `id`, and writes a numeric one as text. */
export function identify(record: WireRecord, kind: ResourceKind, assumptions: Assumptions): WireRecord {
  const name = idNamesOf(kind, assumptions).find((name) => fieldOf(record, name) !== undefined)
  if (name === undefined) return record
  const id = asText(fieldOf(record, name))
  // Mostly it has that name already: a copy would slow down whatever reads it.
  if (record.id === id && name === "id") return record
  const { [name]: _, ...rest } = record
  return { ...rest, id }
}

function asText(id: unknown): unknown {
  return Number.isSafeInteger(id) ? String(id) : id
}

/** The inverse of {@link identify}. */
export function restoreId(record: WireRecord, kind: ResourceKind, assumptions: Assumptions): WireRecord {
  const name = idNamesOf(kind, assumptions).at(-1)
  const own = Object.hasOwn(record, "id") ? "id" : DEPOSIT_ID
  if (name === undefined || name === own || !Object.hasOwn(record, own)) return record
  const { [own]: id, ...rest } = record
  return withField(rest, name, id)
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
