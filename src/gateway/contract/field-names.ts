import { fieldOf } from "./optional"
import type { WireRecord } from "./resource"

/** Our name of a field -> the service's assumed name. */
export type FieldNames = Readonly<Record<string, string>>

/** Reads the fields that have an assumed name under our own names; every other field stays as it is. */
export function toOurNames(record: WireRecord, names: FieldNames): WireRecord {
  const named: WireRecord = { ...record }
  for (const [ours, theirs] of Object.entries(names)) named[ours] = fieldOf(record, theirs)
  return named
}

/** The inverse of {@link toOurNames}; used by the sandbox, and for requests. */
export function toWireNames(record: WireRecord, names: FieldNames): WireRecord {
  return Object.fromEntries(Object.entries(record).map(([ours, value]) => [names[ours] ?? ours, value]))
}
