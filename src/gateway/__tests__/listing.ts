import type { Listing, ListEnd } from "../client/walk"

/** Rows as a whole list of the client gives them; each walk may begin with something of its own. */
export async function* listing<T>(
  rows: readonly T[],
  onWalk?: () => void,
  { pageSize = 100, end = { isComplete: true } }: { pageSize?: number; end?: ListEnd } = {}
): AsyncGenerator<{ rows: T[]; end: ListEnd | null }, void, undefined> {
  await Promise.resolve()
  onWalk?.()
  for (let first = 0; ; first += pageSize) {
    const isLast = first + pageSize >= rows.length
    yield { rows: rows.slice(first, first + pageSize), end: isLast ? end : null }
    if (isLast) return
  }
}

/** A list that ends without a proof that it is whole. */
export function cutShort<T>(rows: readonly T[]): Listing<T> {
  return listing(rows, undefined, { end: { isComplete: false, gap: "page_full", rowsRead: rows.length } })
}
