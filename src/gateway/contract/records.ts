import { z } from "zod"
import { toSnakeCase, type Assumptions } from "../assumptions"
import {
  fieldOf,
  hasField,
  isDecimalString,
  isRecord,
  parseAs,
  withField,
  type Enveloped,
  type Identified,
} from "./wire"

const recordSchema = z.record(z.string(), z.unknown())

/** A JSON object, not parsed further. */
export type WireRecord = z.infer<typeof recordSchema>

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

/** The objects that lie in a record under these names. */
export function recordsIn(outer: WireRecord, names: readonly string[]): WireRecord[] {
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

export function inEnvelope(record: WireRecord, names: readonly string[]): WireRecord {
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

/** Fields that may hold the identifier, tried in order. */
export function idNamesOf(kind: ResourceKind, { ids }: Assumptions): readonly string[] {
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

/** Null where the service has no such field. */
type FieldNames = Readonly<Record<string, string | null>>

/** An undocumented field with a value we cannot read: it counts as absent. Never holds the value. */
export type UnreadableField = {
  resource: string
  field: string
  /** Null when no setting names the field. */
  setting: string | null
  /** The service left out a field that an answer of this kind has. */
  isMissing?: boolean
  /** The service's own word, where the field is a status that no setting names: it is kept as it is. */
  word?: string
}

/** Receives each assumed field that a response lacks, or has in an unreadable form. */
export type ReportUnreadable = (field: UnreadableField) => void

/** A `figure` is an amount that is only shown. Every other kind is parsed. */
export type FieldKind = "amount" | "instant" | "text" | "count" | "figure" | "figures"

type AssumedFields<S extends z.ZodObject> = {
  resource: string
  schema: S
  names: FieldNames
  kinds: Readonly<Record<string, FieldKind>>
  /** Path of `names` in the settings, such as `fields.invoice`. */
  setting: string
}

/**
 * Reads a record, with its undocumented fields under our own names; every other field stays as it is.
 *
 * An order must not depend on an undocumented field: an unreadable value is reported and counts as absent.
 * Only documented fields are refused.
 *
 * @throws ContractError
 */
export function readRecord<S extends z.ZodObject>(
  record: WireRecord,
  { resource, schema, names, kinds, setting }: AssumedFields<S>,
  report?: ReportUnreadable
): z.output<S> {
  const named: WireRecord = { ...record }
  const drop = (field: string) => {
    named[field] = undefined
    report?.({ resource, field, setting: names[field] ? `assumptions.${setting}.${field}` : null })
  }
  for (const [field, kind] of Object.entries(kinds)) {
    const theirs = names[field]
    const value = readAs(kind, fieldOf(record, theirs === undefined ? field : theirs))
    if (value === UNREADABLE) drop(field)
    else named[field] = value
  }
  const parsed = schema.safeParse(named)
  if (parsed.success) return parsed.data
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])))
  Object.keys(kinds)
    .filter((field) => wrong.has(field))
    .forEach(drop)
  return parseAs(schema, named, resource)
}

/**
 * Makes the parser of a resource with undocumented fields.
 *
 * @param setting its names in `assumptions.fields`
 * @returns a function that throws ContractError
 */
export function recordParser<S extends z.ZodObject, K extends Setting>({
  resource,
  schema,
  setting,
  kinds,
  expects,
}: {
  resource: string
  schema: S
  setting: K
  kinds: Readonly<Record<string, FieldKind>> & Record<keyof Assumptions["fields"][K], FieldKind>
  /** Assumed fields that such a record always has. Without one nothing fails, and something is not known. */
  expects?: (record: z.output<S>) => readonly (keyof Assumptions["fields"][K] & string)[]
}) {
  return (record: WireRecord, assumptions: Assumptions, report?: ReportUnreadable): z.output<S> => {
    const names = assumptions.fields[setting]
    const assumed = { resource, schema, names, kinds, setting: `fields.${setting}` }
    const parsed = withOurStatus(readRecord(record, assumed, report), setting, resource, assumptions, report)
    reportMissing(record, assumed, expects?.(parsed) ?? [], report)
    return parsed
  }
}

/** Makes the parser of an answer that holds one such record. @returns a function that throws ContractError */
export function resourceParser<T>(
  kind: Enveloped,
  parse: (record: WireRecord, assumptions: Assumptions, report?: ReportUnreadable) => T
) {
  return (body: unknown, assumptions: Assumptions, report?: ReportUnreadable): T =>
    parse(unwrapResource(body, kind, assumptions), assumptions, report)
}

function withOurStatus<R extends WireRecord>(
  record: R,
  setting: Setting,
  resource: string,
  assumptions: Assumptions,
  report?: ReportUnreadable
): R {
  const { field, kind } = STATUSES[setting] ?? {}
  const word: unknown = field && record[field]
  if (field === undefined || kind === undefined || typeof word !== "string") return record
  const ours = statusToOurs(kind, word, assumptions)
  if (ours === undefined) report?.({ resource, field, setting: `assumptions.statuses.${kind}`, word })
  return { ...record, [field]: ours ?? unknownStatus(kind, word, assumptions) }
}

/** Reports the expected fields that a record lacks, unless the service has no such field. */
export function reportMissing(
  record: WireRecord,
  { resource, names, setting }: Pick<AssumedFields<z.ZodObject>, "resource" | "names" | "setting">,
  expected: readonly string[],
  report?: ReportUnreadable
): void {
  for (const field of expected) {
    const theirs = names[field] ?? null
    if (theirs === null || fieldOf(record, theirs) !== undefined) continue
    report?.({ resource, field, setting: `assumptions.${setting}.${field}`, isMissing: true })
  }
}

type Setting = keyof Assumptions["fields"]

/** Our fields with a status of the service. */
const STATUSES: Partial<Record<Setting, { field: string; kind: StatusKind }>> = {
  invoice: { field: "status", kind: "invoice" },
  intent: { field: "status", kind: "intent" },
  deposit: { field: "resolutionStatus", kind: "deposit" },
  depositAction: { field: "resolutionStatus", kind: "deposit" },
  withdrawal: { field: "status", kind: "withdrawal" },
  transaction: { field: "status", kind: "transaction" },
  billing: { field: "state", kind: "billing" },
}

/** The inverse of a {@link recordParser}, before the envelope; used by the sandbox. */
export function toRecord(setting: Setting, resource: WireRecord, assumptions: Assumptions): WireRecord {
  const status = STATUSES[setting]
  const word = status && resource[status.field]
  const isStatus = status !== undefined && typeof word === "string"
  const named = isStatus
    ? { ...resource, [status.field]: writtenStatus(status.kind, word, assumptions) }
    : resource
  return toWireNames(named, assumptions.fields[setting])
}

/** Renames our fields to the assumed ones, and leaves out those that the service does not have. */
export function toWireNames(record: WireRecord, names: FieldNames): WireRecord {
  let wire: WireRecord = {}
  for (const [ours, value] of Object.entries(record)) {
    const theirs = names[ours]
    if (theirs !== null) wire = withField(wire, theirs ?? ours, value)
  }
  return wire
}

const UNREADABLE = Symbol("unreadable")
type Read = string | number | string[] | undefined | typeof UNREADABLE

function readAs(kind: FieldKind, value: unknown): Read {
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return undefined
  return READERS[kind](value)
}

/** Whether a value is there and can be read as this kind. */
export function isReadableAs(kind: FieldKind, value: unknown): boolean {
  const read = readAs(kind, value ?? undefined)
  return read !== undefined && read !== UNREADABLE
}

const READERS: Record<FieldKind, (value: unknown) => Read> = {
  amount: (value) => (typeof value === "string" ? value : exactDecimal(value)),
  instant: readInstant,
  text: (value) => (Number.isSafeInteger(value) ? String(value) : textOf(value)),
  count: readCount,
  figure: readFigure,
  figures: (value) => {
    const figures = Array.isArray(value) ? value.map(readFigure) : [UNREADABLE]
    return figures.every((figure) => typeof figure === "string") ? figures : UNREADABLE
  },
}

function readCount(value: unknown): number | typeof UNREADABLE {
  const text = typeof value === "number" ? String(value) : textOf(value)
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? parseInt(text, 10) : UNREADABLE
}

function readFigure(value: unknown): string | typeof UNREADABLE {
  return typeof value === "number" && Number.isFinite(value) ? String(value) : textOf(value)
}

function textOf(value: unknown): string | typeof UNREADABLE {
  return typeof value === "string" ? value : UNREADABLE
}

/** A JavaScript number keeps 15 digits for certain. */
const EXACT = new Intl.NumberFormat("en-US", { useGrouping: false, maximumSignificantDigits: 15 })

/** @example exactDecimal(1e-7) // "0.0000001" */
function exactDecimal(value: unknown): string | typeof UNREADABLE {
  if (typeof value !== "number") return UNREADABLE
  // Adding zero takes the sign off a negative zero.
  const text = EXACT.format(value + 0)
  return isDecimalString(text) && Number(text) === value ? text : UNREADABLE
}

/**
 * 2001-09-09 to 2286-11-20, in milliseconds. A value outside is a zero that stands for "none", or another
 * unit.
 */
const FIRST_MS = 1e12
const LAST_MS = 1e13
const MS_PER_SECOND = 1_000
const isoSchema = z.iso.datetime({ offset: true })

/** Takes ISO 8601 as it is; turns epoch milliseconds and seconds, distinguished by size, into ISO 8601. */
function readInstant(value: unknown): string | typeof UNREADABLE {
  if (typeof value === "string" && isoSchema.safeParse(value).success)
    return isPlausible(Date.parse(value)) ? value : UNREADABLE
  const isNumber = typeof value === "number" || (typeof value === "string" && /^\d+(?:\.\d+)?$/.test(value))
  const epoch = isNumber ? parseFloat(String(value)) : NaN
  const ms = [epoch, epoch * MS_PER_SECOND].find(isPlausible)
  return ms === undefined ? UNREADABLE : new Date(ms).toISOString()
}

function isPlausible(ms: number): boolean {
  return ms >= FIRST_MS && ms < LAST_MS
}

export type StatusKind = keyof Assumptions["statuses"]

/**
 * Translates a status of the service.
 *
 * @returns undefined for an unknown word: it is shown as it is, and moves nothing
 * @example statusToOurs("invoice", "timed_out", parseAssumptions({ statuses: { invoice: { expired: ["timed_out"] } } }))
 * // "expired"
 */
export function statusToOurs(kind: StatusKind, word: string, { statuses }: Assumptions): string | undefined {
  const found = Object.entries(statuses[kind]).find(([, theirs]) => theirs.includes(word))
  return found && toSnakeCase(found[0])
}

/** The service's words for a status of ours; an unknown one is its own word. */
export function statusToTheirs(
  kind: StatusKind,
  status: string,
  { statuses }: Assumptions
): readonly string[] {
  return Object.entries(statuses[kind]).find(([meaning]) => toSnakeCase(meaning) === status)?.[1] ?? [status]
}

/** The word that the sandbox writes. */
export function writtenStatus(kind: StatusKind, status: string, assumptions: Assumptions): string {
  return statusToTheirs(kind, status, assumptions).at(-1) ?? status
}

/** An unknown word as it is, marked where it is also a word of ours: it does not mean the same. */
function unknownStatus(kind: StatusKind, word: string, { statuses }: Assumptions): string {
  return Object.keys(statuses[kind]).some((meaning) => toSnakeCase(meaning) === word)
    ? `provider:${word}`
    : word
}
