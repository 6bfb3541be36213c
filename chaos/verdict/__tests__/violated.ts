import { type Records, judgeRecords } from "../verdict"

/** Names of the checks with findings. */
export function violated(records: Records): string[] {
  return judgeRecords(records).checks.flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []))
}

/** The row that a test is about. */
export function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error("the clean records have changed")
  return found
}
