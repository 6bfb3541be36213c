import { GatewayError } from "./errors"
import type { PageFacts, PageSizes } from "./page-sizes"
import type { ListEnd, ListGap, ListPage } from "./pages"

/** `listName` is the endpoint with its filters. */
export type ListReport = { endpoint: string; listName: string; rowsRead: number; end: ListEnd }

/** A page with parsed rows, null for an unreadable one. */
export type Answer<T> = { rows: (T | null)[]; keys: string[] } & PageFacts

export type ListSource<T> = {
  endpoint: string
  /** Lists with other filters are other lists. */
  listName: string
  /** Whether the endpoint documents `limit`. */
  takesLimit: boolean
  /** Whether the business adds rows over time. */
  isGrowing: boolean
  /** @throws GatewayError */
  read: (cursor: string | undefined, limit: number | undefined) => Promise<Answer<T>>
}

/** A larger page would not fit into a response that we read. */
const LARGEST_LIMIT = 6_400
/** A service that serves empty pages for ever must not hold the walk. */
const MOST_EMPTY_PAGES = 20

/**
 * Walks a list, one call per page, and reports whether its end is proven.
 *
 * A page without a next cursor ends the list only if it is shorter than a page can be. A full one is fetched
 * again with a larger limit, which shows hidden rows or the service's cap; then with a smaller one, for which
 * a service that has cursors must name one. Otherwise the list is incomplete.
 *
 * @see service-interface "Limits", rule 3
 */
export class ListWalk<T> {
  private readonly known = new Set<string>()
  private readonly cursors = new Set<string>()
  private emptyPages = 0
  private hasUnreadable = false

  constructor(
    private readonly source: ListSource<T>,
    private readonly sizes: PageSizes
  ) {}

  async *pages(): AsyncGenerator<ListPage<T>, void, undefined> {
    let limit = this.source.takesLimit ? this.sizes.limitOf(this.source.listName) : undefined
    let cursor: string | undefined
    for (let page = await this.ask(cursor, limit); ;) {
      if (page.nextCursor !== undefined) {
        if (this.leadsNowhere(page, page.nextCursor)) return yield* this.readFromStart(page)
        yield this.more(page)
        cursor = page.nextCursor
        page = await this.ask(cursor, limit)
        continue
      }
      if (!this.isDoubtful(page, limit))
        return yield this.whole(page, cursor === undefined ? limit : undefined)
      const wider = widen(page.count, limit)
      if (wider === null || isShort(page, limit)) return yield this.incomplete(page, "page_full")
      yield this.more(page)
      const again = await this.askIfTaken(cursor, wider)
      if (again !== null && (again.nextCursor !== undefined || again.count > page.count)) {
        page = again
        limit = wider
        continue
      }
      if (again !== null) this.sizes.noteCap(this.source.endpoint, again.count)
      if (!page.hasCursorField || page.count < 3) return yield this.incomplete(again, "page_full")
      if (again !== null) yield this.more(again)
      limit = page.count - 1
      const part = await this.askIfTaken(cursor, limit)
      if (part?.nextCursor === undefined) return yield this.incomplete(part, "page_full")
      yield this.more(part)
      cursor = part.nextCursor
      page = await this.ask(cursor, limit)
    }
  }

  /** A useless cursor leaves only one way: larger pages. */
  private async *readFromStart(page: Answer<T>): AsyncGenerator<ListPage<T>, void, undefined> {
    const gap = "pages_repeat"
    let limit = widen(Math.max(page.count, this.known.size), undefined)
    yield this.more(page)
    for (let before = page.count; limit !== null;) {
      const answer = await this.askIfTaken(undefined, limit)
      if (answer === null) return yield this.incomplete(null, gap)
      if (answer.nextCursor === undefined && !this.isDoubtful(answer, limit)) return yield this.whole(answer)
      if (answer.count <= before) return yield this.incomplete(answer, gap)
      yield this.more(answer)
      before = answer.count
      limit = widen(answer.count, limit)
    }
    yield this.incomplete(null, gap)
  }

  private async ask(cursor: string | undefined, limit: number | undefined): Promise<Answer<T>> {
    const { source, sizes } = this
    const answer = await source.read(cursor, limit)
    sizes.note(source.endpoint, answer, limit, cursor === undefined ? source.listName : null)
    return answer
  }

  /** @returns null when the service refuses the limit, or answers with more than we read */
  private async askIfTaken(cursor: string | undefined, limit: number): Promise<Answer<T> | null> {
    try {
      return await this.ask(cursor, limit)
    } catch (error) {
      if (error instanceof GatewayError && isRefusedLimit(error)) return null
      throw error
    }
  }

  private isDoubtful(page: Answer<T>, limit: number | undefined): boolean {
    return this.sizes.isDoubtful(this.source.endpoint, page, limit, this.source.isGrowing)
  }

  /** Whether the cursor repeats, or no row is new. */
  private leadsNowhere({ count, keys }: Answer<T>, nextCursor: string): boolean {
    this.emptyPages = count === 0 ? this.emptyPages + 1 : 0
    const isOld = this.cursors.has(nextCursor) || (count > 0 && keys.every((key) => this.known.has(key)))
    this.cursors.add(nextCursor)
    return isOld || this.emptyPages > MOST_EMPTY_PAGES
  }

  private more(page: Answer<T>): ListPage<T> {
    return { rows: this.fresh(page), end: null }
  }

  /** @param limit that brought the whole list in one answer */
  private whole(page: Answer<T>, limit?: number): ListPage<T> {
    if (limit !== undefined) this.sizes.noteUsefulLimit(this.source.listName, limit)
    const rows = this.fresh(page)
    if (!this.hasUnreadable) return { rows, end: { isComplete: true } }
    return { rows, end: { isComplete: false, gap: "row_unreadable", rowsRead: this.known.size } }
  }

  private incomplete(page: Answer<T> | null, gap: ListGap): ListPage<T> {
    const rows = page === null ? [] : this.fresh(page)
    return { rows, end: { isComplete: false, gap, rowsRead: this.known.size } }
  }

  /** Yields each row once per walk, however often its page is read. */
  private fresh({ rows, keys }: Answer<T>): T[] {
    return rows.flatMap((row, n) => {
      const key = keys[n] ?? ""
      if (row === null) this.hasUnreadable = true
      if (this.known.has(key)) return []
      this.known.add(key)
      return row === null ? [] : [row]
    })
  }
}

function widen(count: number, limit: number | undefined): number | null {
  const asked = Math.max(count, limit ?? 0)
  return asked >= LARGEST_LIMIT ? null : Math.min(asked * 2, LARGEST_LIMIT)
}

/** A short page proves that a larger limit brings nothing more. */
function isShort({ count, hasCursorField }: PageFacts, limit: number | undefined): boolean {
  return limit !== undefined && count < limit && !hasCursorField
}

function isRefusedLimit({ status, code, isRetryable }: GatewayError): boolean {
  return (
    status === 400 || status === 413 || status === 422 || (code === "UNEXPECTED_RESPONSE" && !isRetryable)
  )
}
