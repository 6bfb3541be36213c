import { type Records, judgeRecords } from "../verdict"
import { cleanRecords } from "./evidence"

/** Names of the checks with findings. */
export function violated(records: Records): string[] {
  return judgeRecords(records).checks.flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []))
}

/** What makes records wrong. */
export type Spoil = (records: Records) => unknown

/** The checks that find something in records which one change spoils. */
export function judged(spoil: Spoil, records = cleanRecords()): string[] {
  spoil(records)
  return violated(records)
}

/** The row that a test is about. */
export function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error("the clean records have changed")
  return found
}
