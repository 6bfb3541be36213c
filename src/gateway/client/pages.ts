import { GatewayError } from "./errors"

export type ListGap =
  /** The last page is as long as a page can be, and names no next one. */
  | "page_full"
  /** A page that follows another brings nothing new, or names a cursor that was there before. */
  | "pages_repeat"
  /** The same with links. */
  | "link_repeats"
  /** The link to the next page leads to another host, so it is not followed. */
  | "link_refused"
  /** The page number is refused or brings the same rows. */
  | "page_ignored"
  /** The offset is refused or brings the same rows. */
  | "offset_ignored"
  /** A page is not known to follow the one before it: rows left the list meanwhile, or pages count otherwise. */
  | "pages_apart"
  /** The service counts more rows than it gives. */
  | "total_larger"
  /** A row cannot be read. */
  | "row_unreadable"

/** The end of a sentence, for operators. */
export const GAP_WORDS = {
  page_full: "the last page is full and names no next one",
  pages_repeat: "the page behind its cursor brings nothing new",
  link_repeats: "the page behind its link brings nothing new",
  link_refused: "the link to the next page leads to another host than baseUrl and was not followed",
  page_ignored: "the page number is refused or brings the same rows",
  offset_ignored: "the offset is refused or brings the same rows",
  pages_apart: "a page does not follow the one before it",
  total_larger: "more rows are counted than were given",
  row_unreadable: "a row was left out because it is not in the documented form",
} as const satisfies Record<ListGap, string>

export type ListEnd = { isComplete: true } | { isComplete: false; gap: ListGap; rowsRead: number }

/** `end` is null while another page follows. */
export type ListPage<T> = { rows: T[]; end: ListEnd | null }

/** Pages as the caller consumes them. Throws GatewayError while walked. */
export type Listing<T> = AsyncIterable<ListPage<T>>

/** The rows of an incomplete list prove nothing about the missing ones. */
export type ListRead<T> =
  { isComplete: true; rows: T[] } | { isComplete: false; rowsSoFar: T[]; gap: ListGap }

/** Reads a list to its end. @throws GatewayError */
export async function readList<T>(listing: Listing<T>): Promise<ListRead<T>> {
  const rows: T[] = []
  for await (const page of listing) {
    rows.push(...page.rows)
    if (page.end === null) continue
    return page.end.isComplete
      ? { isComplete: true, rows }
      : { isComplete: false, rowsSoFar: rows, gap: page.end.gap }
  }
  return { isComplete: false, rowsSoFar: rows, gap: "page_full" }
}

/**
 * Reads a list that is useless unless complete.
 *
 * @throws GatewayError LIST_INCOMPLETE when its end is not proven
 */
export async function collect<T>(listing: Listing<T>): Promise<T[]> {
  const read = await readList(listing)
  if (read.isComplete) return read.rows
  throw new GatewayError("list", {
    code: "LIST_INCOMPLETE",
    explanation: `the end of the list is not proven after ${read.rowsSoFar.length} rows: ${GAP_WORDS[read.gap]}`,
    outcome: "not_applied",
    isRetryable: false,
  })
}

/** Yields the rows of a list, complete or not. @throws GatewayError */
export async function* rowsOf<T>(listing: Listing<T>): AsyncGenerator<T, void, undefined> {
  for await (const { rows } of listing) yield* rows
}

/** `unknown`: an incomplete list without the row. */
export type Found<T> = { kind: "found"; row: T } | { kind: "absent" } | { kind: "unknown" }

/** Searches for a row, and stops at the first match. @throws GatewayError */
export async function findInList<T>(listing: Listing<T>, isWanted: (row: T) => boolean): Promise<Found<T>> {
  for await (const { rows, end } of listing) {
    const row = rows.find(isWanted)
    if (row !== undefined) return { kind: "found", row }
    if (end?.isComplete) return { kind: "absent" }
  }
  return { kind: "unknown" }
}
