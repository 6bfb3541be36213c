import { z } from "zod"
import { toSnakeCase, type Assumptions } from "../assumptions"
import { ContractError, fieldOf, isDecimalString, isRecord, settingOf } from "./wire"
import type { Problem, WireRecord } from "./wire"

/** `required` and `optional` fields are documented; an optional one may be null. */
type Need = "required" | "optional" | "assumed"

/** Reads a field of an answer. Plain functions: zod takes more than twice as long, for every answer. */
export type Reader<T, N extends Need = Need> = {
  need: N
  expected: string
  /** Undefined for a value that cannot be read. A reader of objects adds the problems of their fields. */
  read: (value: unknown, problems: Problem[], path: string) => T | undefined
  /** Of an object. */
  shape?: Shape
}
export type Shape = Readonly<Record<string, Reader<unknown>>>

type ValueOf<R> = R extends Reader<infer T> ? T : never
/** An object that was read: the fields of the shape, and any other as it came. */
export type ReadOf<S extends Shape> = WireRecord & {
  [K in keyof S as S[K]["need"] extends "required" ? K : never]: ValueOf<S[K]>
} & { [K in keyof S as S[K]["need"] extends "required" ? never : K]?: ValueOf<S[K]> | undefined }

function reader<T>(expected: string, read: (value: unknown) => T | undefined): Reader<T, "required"> {
  return { need: "required", expected, read }
}

function matching(pattern: RegExp, expected: string): Reader<string, "required"> {
  return reader(expected, (value) => (typeof value === "string" && pattern.test(value) ? value : undefined))
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)

export const text = reader("expected text that is not empty", (value) => textOf(value) || undefined)
export const anyText = reader("expected text", textOf)
export const flag = reader("expected true or false", (value) =>
  typeof value === "boolean" ? value : undefined
)
/** Token units. */
export const decimal = reader("expected a decimal amount as text", (value) =>
  typeof value === "string" && isDecimalString(value) ? value : undefined
)
export const baseUnits = matching(/^\d{1,96}$/, "expected an integer amount as text")
/** A decimal that may exceed 2^53, so never a number. */
export const memoId = matching(/^\d{1,20}$/, "expected a numeric memo as text")
export const integer = reader("expected a whole number", (value) =>
  Number.isSafeInteger(value) ? Number(value) : undefined
)
export const decimals = reader("expected a whole number from 0 to 30", (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 30 ? Number(value) : undefined
)
/** Long numbers arrive as text. */
export const number = reader("expected a number", (value) => {
  const count = typeof value === "string" && /^\d+(?:\.\d+)?$/.test(value) ? parseFloat(value) : value
  return typeof count === "number" && Number.isFinite(count) ? count : undefined
})

export function optional<T>(of: Reader<T>): Reader<T, "optional"> {
  return { ...of, need: "optional" }
}

export function object<S extends Shape>(shape: S): Reader<ReadOf<S>, "required"> {
  const read: Reader<ReadOf<S>>["read"] = (value, problems, path) =>
    isRecord(value) ? (readFields(shape, value, problems, `${path}.`) as ReadOf<S>) : undefined
  return { need: "required", expected: "expected an object", read, shape }
}

/** @param readAssumed reads the assumed fields, which have names of the service */
function readFields(
  shape: Shape,
  record: WireRecord,
  problems: Problem[],
  prefix: string,
  readAssumed?: (name: string, reader: Reader<unknown>) => unknown
): WireRecord {
  const readField = (name: string, of: Reader<unknown>): unknown => {
    const value = record[name]
    if (of.need === "assumed") return readAssumed?.(name, of)
    if (of.need === "optional" && (value === undefined || value === null)) return undefined
    const own = of.read(value, problems, prefix + name)
    if (own === undefined) problems.push({ field: prefix + name, message: of.expected })
    return own
  }
  const read = { ...record }
  for (const [name, of] of Object.entries(shape)) {
    const own = readField(name, of)
    // Each write slows down whatever reads the copy.
    if (of.need === "assumed" || own !== record[name]) read[name] = own
  }
  return read
}

/** Reads a record without undocumented fields. @throws ContractError naming the fields that are not as documented */
export function readRecord<S extends Shape>(shape: S, record: WireRecord, resource: string): ReadOf<S> {
  const problems: Problem[] = []
  const read = readFields(shape, record, problems, "")
  if (problems.length > 0) throw new ContractError(resource, problems)
  return read as ReadOf<S>
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

/** The service's own word for a status that is read in our words. */
export type StatusWord = { statusWord?: string | undefined }

type Setting = keyof Assumptions["fields"]
/** The memo is named in the request of a quote. */
type NamedBy<K extends Setting> = Exclude<
  keyof Assumptions["fields"][K],
  K extends "withdrawalQuote" ? "memo" : never
>

/**
 * Makes the parser of a resource with undocumented fields, under our own names; every other field stays as it is.
 *
 * An order must not depend on an undocumented field: an unreadable value is reported and counts as absent.
 * Only documented fields are refused.
 *
 * @param setting names of its fields, in `assumptions.fields`
 * @param expects assumed fields that such a record always has. Without one nothing fails, and something is not known
 * @param prepare gives documented fields their documented names
 * @returns a function that throws ContractError
 */
export function recordParser<S extends Shape, K extends Setting>(
  setting: K,
  shape: S & Record<NamedBy<K>, Reader<unknown, "assumed">>,
  expects: (record: ReadOf<S>) => readonly (keyof Assumptions["fields"][K] & string)[] = () => [],
  prepare: (record: WireRecord) => WireRecord = (record) => record
) {
  const resource = resourceNamed(setting)
  const status = STATUSES[setting]

  return (given: WireRecord, assumptions: Assumptions, report?: ReportUnreadable): ReadOf<S> & StatusWord => {
    const record = prepare(given)
    const names = assumptions.fields[setting]
    const settings: FieldNames = names
    const problems: Problem[] = []
    const fields = readFields(shape, record, problems, "", (field, { read }) => {
      const theirs = settings[field]
      const value = fieldOf(record, theirs === undefined ? field : theirs)
      if (isBlank(value)) return undefined
      const own = read(value, problems, field)
      const named = theirs ? `assumptions.fields.${setting}.${field}` : null
      if (own === undefined) report?.({ resource, field, setting: named })
      return own
    })
    if (problems.length > 0) throw new ContractError(resource, problems)
    const word = status && fields[status.field]
    if (status && typeof word === "string") {
      const { field, kind } = status
      const ours = statusToOurs(kind, word, assumptions)
      if (ours === undefined) report?.({ resource, field, setting: `assumptions.statuses.${kind}`, word })
      fields[field] = ours ?? unknownStatus(kind, word, assumptions)
    }
    // Written last: a field of the service with this name is not its status.
    if (status) fields.statusWord = typeof word === "string" ? word : undefined
    const read = fields as ReadOf<S> & StatusWord
    reportMissing(record, setting, expects(read), assumptions, report)
    return read
  }
}

/** @example resourceNamed("depositAction") // "deposit action" */
function resourceNamed(setting: Setting): string {
  return toSnakeCase(setting).replace("_", " ")
}

/** Reports the expected fields that a record lacks, unless the service has no such field. */
export function reportMissing(
  record: WireRecord,
  setting: Setting,
  expected: readonly string[],
  { fields }: Assumptions,
  report?: ReportUnreadable
): void {
  const names: FieldNames = fields[setting]
  for (const field of expected) {
    const theirs = names[field] ?? null
    if (theirs === null || fieldOf(record, theirs) !== undefined) continue
    const named = `assumptions.fields.${setting}.${field}`
    report?.({ resource: resourceNamed(setting), field, setting: named, isMissing: true })
  }
}

/** Reports a row that is left out as a whole. */
export function reportRow({ resource, fields }: ContractError, report?: ReportUnreadable): void {
  report?.({ resource, field: `${fields[0] ?? "(root)"} (whole row)`, setting: settingOf(resource, fields) })
}

function assume<T>(read: (value: unknown) => T | undefined): Reader<T, "assumed"> {
  return { need: "assumed", expected: "", read }
}

/** Readers of undocumented fields. `usd` and `percent` are figures that are only shown. */
export const assumed = {
  amount: assume((value) => decimal.read(typeof value === "number" ? exactDecimal(value) : value, [], "")),
  instant: assume(readInstant),
  text: assume((value) => (Number.isSafeInteger(value) ? String(value) : textOf(value))),
  count: assume(readCount),
  decimals: assume((value) => decimals.read(readCount(value), [], "")),
  usd: assume((value) => readFigure(value, USD)),
  usdList: assume((value) => {
    const figures = Array.isArray(value) ? value.map((one) => readFigure(one, USD)) : []
    return Array.isArray(value) && figures.every(isDecimal) ? figures : undefined
  }),
  percent: assume((value) => readFigure(value, PERCENT)),
}

/** Whether a value is there and can be read as this kind. */
export function isReadableAs(kind: keyof typeof assumed, value: unknown): boolean {
  return value !== null && !isBlank(value) && assumed[kind].read(value, [], "") !== undefined
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && value.trim() === "")
}

/** A quota may be written with a fraction, and in an object. */
function readCount(value: unknown): number | undefined {
  if (isRecord(value)) return readCount(onlyOf(value, COUNT_NAMES))
  const isCount =
    (typeof value === "number" || typeof value === "string") && /^\d{1,9}(?:\.\d{1,6})?$/.test(String(value))
  return isCount ? Number(value) : undefined
}

/** Words for a unit, and how many decimal places such a figure is moved to the right to be in it. */
type Units = Readonly<Record<string, number>>
const USD: Units = { usd: 0, $: 0, us$: 0, cent: 2, cents: 2, usd_cents: 2 }
const PERCENT: Units = { "%": 0, percent: 0, pct: 0, bps: 2, basis_points: 2 }

/** Where an object has its amount, and where its unit. */
const AMOUNT_NAMES = ["amount", "value", "usd", "price", "amountUsd", "priceUsd"]
const UNIT_NAMES = ["currency", "unit", "currencyCode"]
const COUNT_NAMES = ["count", "value", "amount"]

/** A figure with its unit before or behind it, such as `$10`, `10 USD` or `0.95 %`. */
const FIGURE = /^(us\$|\$|usd)?\s*(\d+(?:\.\d+)?)\s*(%|[a-z_]+|\$)?$/
/** A grant without a figure, such as `fair-use`. */
const WORDS = /^[a-z][a-z _-]{1,39}$/

/**
 * Reads a figure of a known unit: a number, a text, or an object with an amount and perhaps a unit.
 *
 * @returns a decimal in that unit, or words as they are; undefined for another unit, and for whatever else is no figure
 */
function readFigure(value: unknown, units: Units, unit?: string): string | undefined {
  if (isRecord(value)) {
    const own = onlyOf(value, UNIT_NAMES)
    if (own !== undefined && typeof own !== "string") return undefined
    const amount = onlyOf(value, AMOUNT_NAMES)
    return Array.isArray(amount) ? undefined : readFigure(amount, units, own ?? unit)
  }
  const text = typeof value === "number" ? exactDecimal(value) : textOf(value)?.trim()
  const [, before, digits, behind] = FIGURE.exec(text?.toLowerCase() ?? "") ?? []
  const named = [before, behind, unit?.trim().toLowerCase()].filter((one) => one !== undefined)
  if (digits === undefined)
    return text !== undefined && named.length === 0 && WORDS.test(text.toLowerCase()) ? text : undefined
  const places = named.map((one) => (Object.hasOwn(units, one) ? units[one] : undefined))
  const [moved = 0] = places
  if (!isDecimalString(digits) || places.some((one) => one !== moved)) return undefined
  const figure = movedLeft(digits, moved)
  return isDecimalString(figure) ? figure : undefined
}

/** @example movedLeft("95", 2) // "0.95" */
function movedLeft(digits: string, places: number): string {
  if (places === 0) return digits
  const [whole = "", fraction = ""] = digits.split(".")
  const padded = whole.padStart(places + 1, "0")
  return `${padded.slice(0, -places).replace(/^0+(?=\d)/, "")}.${padded.slice(-places)}${fraction}`
}

const isDecimal = (text: string | undefined): text is string => text !== undefined && isDecimalString(text)

/** The value of the names that an object has: two that differ are none. */
function onlyOf(record: WireRecord, names: readonly string[]): unknown {
  const values = names.map((name) => fieldOf(record, name)).filter((value) => value !== undefined)
  return values.every((value) => value === values[0]) ? values[0] : undefined
}

/** A JavaScript number keeps 15 digits for certain. */
const EXACT = new Intl.NumberFormat("en-US", { useGrouping: false, maximumSignificantDigits: 15 })

/** @example exactDecimal(1e-7) // "0.0000001" */
function exactDecimal(value: number): string | undefined {
  // Adding zero takes the sign off a negative zero.
  const digits = EXACT.format(value + 0)
  return Number(digits) === value ? digits : undefined
}

/** 2001-09-09 to 2286-11-20, in milliseconds. A value outside is a zero that stands for "none", or another unit. */
const FIRST_MS = 1e12
const LAST_MS = 1e13
const MS_PER_SECOND = 1_000
const ISO_8601 = z.regexes.datetime({ offset: true })

/** Turns epoch milliseconds and seconds, distinguished by size, into ISO 8601. */
function readInstant(value: unknown): string | undefined {
  if (typeof value === "string" && !/^\d+(?:\.\d+)?$/.test(value))
    return ISO_8601.test(value) && isPlausible(Date.parse(value)) ? value : undefined
  const epoch = typeof value === "string" || typeof value === "number" ? Number(value) : NaN
  const ms = [epoch, epoch * MS_PER_SECOND].find(isPlausible)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

function isPlausible(ms: number): boolean {
  return ms >= FIRST_MS && ms < LAST_MS
}

export type StatusKind = keyof Assumptions["statuses"]

/** Our fields with a status of the service. */
export const STATUSES: Partial<Record<Setting, { field: string; kind: StatusKind }>> = {
  invoice: { field: "status", kind: "invoice" },
  intent: { field: "status", kind: "intent" },
  deposit: { field: "resolutionStatus", kind: "deposit" },
  depositAction: { field: "resolutionStatus", kind: "deposit" },
  withdrawal: { field: "status", kind: "withdrawal" },
  transaction: { field: "status", kind: "transaction" },
  billing: { field: "state", kind: "billing" },
}

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

/** An unknown word as it is, marked where it is also a word of ours: it does not mean the same. */
function unknownStatus(kind: StatusKind, word: string, { statuses }: Assumptions): string {
  return Object.keys(statuses[kind]).some((meaning) => toSnakeCase(meaning) === word)
    ? `provider:${word}`
    : word
}
