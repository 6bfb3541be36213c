import { fieldOf } from "./optional"
import type { WireRecord } from "./resource"

/** Our name of a field -> the service's assumed name. */
export type FieldNames = Readonly<Record<string, string>>

/** Reads the fields that have an assumed name under our own names; every other field stays as it is. */
export function toOurNames(record: WireRecord, names: FieldNames): WireRecord {
  const read = Object.entries(names).map(([ours, theirs]) => [ours, fieldOf(record, theirs)])
  return { ...record, ...Object.fromEntries(read) }
}

/** The inverse of {@link toOurNames}; used by the sandbox, and for requests. */
export function toWireNames(record: WireRecord, names: FieldNames): WireRecord {
  return Object.fromEntries(Object.entries(record).map(([ours, value]) => [names[ours] ?? ours, value]))
}
