import { GatewayError } from "./errors"

/** Why the end of a list is not proven. */
export type ListGap =
  /** The last page is full, or as long as the service's pages are, and names no next one. */
  | "page_full"
  /** A page that follows another brings nothing new, or names a cursor that was there before. */
  | "pages_repeat"
  /** A row cannot be read, so that nobody knows what it says. */
  | "row_unreadable"

/** How a list ended: with everything that the service has, or with what it gave. */
export type ListEnd = { isComplete: true } | { isComplete: false; gap: ListGap; rowsRead: number }

/** The answer to one call. `end` is null while another call follows. */
export type ListPage<T> = { rows: T[]; end: ListEnd | null }

/** A list, page after page as they are consumed. Throws GatewayError while it is walked. */
export type Listing<T> = AsyncIterable<ListPage<T>>

/** What a walk over a whole list has brought. The rows of an incomplete one prove nothing of what is not among them. */
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
 * Reads a list that is of no use unless it is whole.
 *
 * @throws GatewayError LIST_INCOMPLETE when its end is not proven
 */
export async function collect<T>(listing: Listing<T>): Promise<T[]> {
  const read = await readList(listing)
  if (read.isComplete) return read.rows
  throw new GatewayError("list", {
    code: "LIST_INCOMPLETE",
    explanation: `the end of the list is not proven after ${read.rowsSoFar.length} rows`,
    outcome: "not_applied",
    isRetryable: false,
  })
}

/** Every row that a list gives, for a look at rows that asks for no more than it finds. @throws GatewayError */
export async function* rowsOf<T>(listing: Listing<T>): AsyncGenerator<T, void, undefined> {
  for await (const { rows } of listing) yield* rows
}

/** What a look into a list has brought: `unknown` when the row is not there and the list is incomplete. */
export type Found<T> = { kind: "found"; row: T } | { kind: "absent" } | { kind: "unknown" }

/** Looks for a row, and reads no further than needed. @throws GatewayError */
export async function findInList<T>(listing: Listing<T>, isWanted: (row: T) => boolean): Promise<Found<T>> {
  for await (const { rows, end } of listing) {
    const row = rows.find(isWanted)
    if (row !== undefined) return { kind: "found", row }
    if (end?.isComplete) return { kind: "absent" }
  }
  return { kind: "unknown" }
}
