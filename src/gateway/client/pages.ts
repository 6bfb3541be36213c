import { GatewayError } from "./errors"

/** One page of a list; without a cursor it is the last. */
export type Page<T> = { items: T[]; nextCursor: string | undefined }

/**
 * Walks a list to its end, a page at a time, so that nothing is missed behind a page size we do not know.
 *
 * @param fetchPage reads the page at a cursor, or the first page
 * @throws GatewayError UNEXPECTED_RESPONSE when a cursor comes back: the list would never end
 */
export async function* walkPages<T>(
  endpoint: string,
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  for (let cursor: string | undefined; ;) {
    const page = await fetchPage(cursor)
    yield* page.items
    cursor = page.nextCursor
    if (cursor === undefined) return
    if (seen.has(cursor)) throw cursorRepeats(endpoint)
    seen.add(cursor)
  }
}

function cursorRepeats(endpoint: string): GatewayError {
  return new GatewayError(endpoint, {
    code: "UNEXPECTED_RESPONSE",
    explanation: "a cursor of the list comes back, so the list has no end",
    outcome: "not_applied",
    isRetryable: false,
  })
}

/** Collects a whole list. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
