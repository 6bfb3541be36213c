import { z } from "zod"
import { parseAssumptions, type Assumptions } from "../assumptions"
import { toSnakeCase } from "../assumptions/forms"
import { parseAs } from "./contract-error"
import { isDecimalString, fieldOf, withField } from "./fields"
import type { WireRecord } from "./envelope"

/** Null where the service has no such field. */
export type FieldNames = Readonly<Record<string, string | null>>

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

export type AssumedFields = {
  resource: string
  schema: z.ZodObject
  names: FieldNames
  kinds: Readonly<Record<string, FieldKind>>
  /** Path of `names` in the settings, such as `fields.invoice`. */
  setting: string
}

/**
 * Reads the undocumented fields of a record under our own names; every other field stays as it is.
 *
 * An order must not depend on an undocumented field: an unreadable value is reported and counts as absent.
 * The schema refuses documented fields only.
 */
export function readAssumed(
  record: WireRecord,
  { resource, schema, names, kinds, setting }: AssumedFields,
  report?: ReportUnreadable
): WireRecord {
  const named: WireRecord = { ...record }
  for (const [field, kind] of Object.entries(kinds)) {
    const theirs = names[field]
    const value = readAs(kind, fieldOf(record, theirs === undefined ? field : theirs))
    const isReadable =
      value === undefined || (value !== UNREADABLE && schema.shape[field]?.safeParse(value).success !== false)
    named[field] = isReadable ? value : undefined
    if (isReadable) continue
    report?.({ resource, field, setting: theirs ? `assumptions.${setting}.${field}` : null })
  }
  return named
}

/**
 * Makes the parser of a resource with undocumented fields.
 *
 * @param setting its names in `assumptions.fields`
 * @returns a function that throws ContractError
 */
export function recordParser<S extends z.ZodObject, K extends keyof Assumptions["fields"]>({
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
  const assumed = { resource, schema, kinds, setting: `fields.${setting}` }
  return (record: WireRecord, assumptions: Assumptions, report?: ReportUnreadable): z.output<S> => {
    const names = assumptions.fields[setting]
    const parsed = parseAs(schema, readAssumed(record, { ...assumed, names }, report), resource)
    const translated = withStatus(parsed)
    reportMissing(record, { ...assumed, names }, expects?.(translated) ?? [], report)
    return translated

    function withStatus(record: z.output<S>): z.output<S> {
      const status = STATUSES[setting]
      const word: unknown = status && fieldOf(record, status.field)
      if (status === undefined || typeof word !== "string") return record
      const ours = statusToOurs(status.kind, word, assumptions)
      if (ours === undefined)
        report?.({ resource, field: status.field, setting: `assumptions.statuses.${status.kind}`, word })
      return { ...record, [status.field]: ours ?? unknownStatus(status.kind, word, assumptions) }
    }
  }
}

/** Reports the expected fields that a record lacks, unless the service has no such field. */
export function reportMissing(
  record: WireRecord,
  { resource, names, setting }: Pick<AssumedFields, "resource" | "names" | "setting">,
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
const KEPT_DIGITS = 15
const NUMBER = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/** @example exactDecimal(1e-7) // "0.0000001" */
function exactDecimal(value: unknown): string | typeof UNREADABLE {
  const parts = typeof value === "number" ? NUMBER.exec(String(value)) : null
  if (!parts) return UNREADABLE
  const [, whole = "", fraction = "", exponent = "0"] = parts
  const digits = whole + fraction
  if (digits.replace(/^0+|0+$/g, "").length > KEPT_DIGITS) return UNREADABLE
  const point = whole.length + parseInt(exponent, 10)
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), "0").padEnd(point, "0")
  const text = withPoint(padded, Math.max(1, point))
  return isDecimalString(text) ? text : UNREADABLE
}

function withPoint(digits: string, at: number): string {
  const whole = digits.slice(0, at).replace(/^0+(?=\d)/, "")
  const fraction = digits.slice(at)
  return fraction ? `${whole}.${fraction}` : whole
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

/** Our names of statuses, by the names of their settings. */
const NAMES = Object.fromEntries(
  Object.entries(parseAssumptions().statuses).map(([kind, meanings]) => [
    kind,
    Object.fromEntries(Object.keys(meanings).map((meaning) => [meaning, toSnakeCase(meaning)])),
  ])
) as Record<StatusKind, Record<string, string>>

function meaningsOf(
  kind: StatusKind,
  { statuses }: Assumptions
): [ours: string, theirs: readonly string[]][] {
  return Object.entries(statuses[kind]).map(([meaning, theirs]) => [oursOf(kind, meaning), theirs])
}

function oursOf(kind: StatusKind, meaning: string): string {
  return NAMES[kind][meaning] ?? meaning
}

/**
 * Translates a status of the service.
 *
 * @returns undefined for an unknown word: it is shown as it is, and moves nothing
 * @example statusToOurs("invoice", "timed_out", parseAssumptions({ statuses: { invoice: { expired: ["timed_out"] } } }))
 * // "expired"
 */
export function statusToOurs(kind: StatusKind, word: string, assumptions: Assumptions): string | undefined {
  const found = Object.entries(assumptions.statuses[kind]).find(([, theirs]) => theirs.includes(word))
  return found && oursOf(kind, found[0])
}

/** An unknown word as it is, marked where it is also a word of ours: it does not mean the same. */
export function unknownStatus(kind: StatusKind, word: string, assumptions: Assumptions): string {
  return meaningsOf(kind, assumptions).some(([ours]) => ours === word) ? `provider:${word}` : word
}

/** The service's words for a status of ours; an unknown one is its own word. */
export function statusToTheirs(
  kind: StatusKind,
  status: string,
  assumptions: Assumptions
): readonly string[] {
  return meaningsOf(kind, assumptions).find(([ours]) => ours === status)?.[1] ?? [status]
}

/** The word that the sandbox writes. */
export function writtenStatus(kind: StatusKind, status: string, assumptions: Assumptions): string {
  return statusToTheirs(kind, status, assumptions).at(-1) ?? status
}
