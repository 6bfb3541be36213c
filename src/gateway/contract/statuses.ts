import type { Assumptions } from "../assumptions"
import { toSnakeCase } from "../assumptions/forms"

export type StatusKind = keyof Assumptions["statuses"]

function meaningsOf(
  kind: StatusKind,
  { statuses }: Assumptions
): [ours: string, theirs: readonly string[]][] {
  return Object.entries(statuses[kind]).map(([meaning, theirs]) => [toSnakeCase(meaning), theirs])
}

/**
 * Translates a status of the service.
 *
 * @returns undefined for an unknown word: it is shown as it is, and moves nothing
 * @example statusToOurs("invoice", "timed_out", parseAssumptions({ statuses: { invoice: { expired: ["timed_out"] } } }))
 * // "expired"
 */
export function statusToOurs(kind: StatusKind, word: string, assumptions: Assumptions): string | undefined {
  return meaningsOf(kind, assumptions).find(([, theirs]) => theirs.includes(word))?.[0]
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
