import type { Assumptions } from "../assumptions"
import { GatewayError } from "./errors"

/** Why the end of a list is not proven: the end of a sentence, for operators. */
export const GAP_WORDS = {
  page_full: "the last page is full and names no next one",
  pages_repeat: "the page behind its cursor brings nothing new",
  link_repeats: "the page behind its link brings nothing new",
  link_refused: "the link to the next page leads to another host than baseUrl and was not followed",
  page_ignored: "the page number is refused or brings the same rows",
  offset_ignored: "the offset is refused or brings the same rows",
  /** Rows left the list while it was read, or the service counts pages otherwise. */
  pages_apart: "a page does not follow the one before it",
  total_larger: "more rows are counted than were given",
  row_unreadable: "a row was left out because it is not in the documented form",
} as const
export type ListGap = keyof typeof GAP_WORDS

export type ListEnd = { isComplete: true } | { isComplete: false; gap: ListGap; rowsRead: number }

/** `end` is null while another page follows. */
export type ListPage<T> = { rows: T[]; end: ListEnd | null }

/** Pages as the caller consumes them. Throws GatewayError while walked. */
export type Listing<T> = AsyncIterable<ListPage<T>>

/** `listName` is the endpoint with its filters. */
export type ListReport = { endpoint: string; listName: string; rowsRead: number; end: ListEnd }

type NextPlace = { cursor: string } | { link: string }

/** Which page is requested; the first one by default. A link has its own limit. */
export type Place = { limit?: number | undefined } & (
  { cursor?: string } | { link: string } | { page: number } | { offset: number }
)

export type Answer<T> = {
  /** Null for an unreadable row. */
  rows: (T | null)[]
  keys: string[]
  /** Rows of the whole list by the service's own count. */
  total: number | undefined
  /** `refused`: the link to the next page leads to another host. */
  next: NextPlace | "refused" | undefined
  /** True even for a null cursor or link: the service has a field for it. */
  hasNextField: boolean
  /** Identifies the rows in any order. */
  fingerprint: string
}

/** Forms of paging that the answer does not show: the client counts. */
type Counting = "page" | "offset"

export type ListSource<T> = {
  endpoint: string
  listName: string
  /** Whether the endpoint documents `limit`. */
  takesLimit: boolean
  /** Whether the business adds rows over time. */
  isGrowing: boolean
  /** Whether rows leave it over time. */
  losesRows: boolean
  read: (place: Place) => Promise<Answer<T>>
}

/** A shorter page is hardly a cap of the service. */
const SMALLEST_CAP = 10
const USUAL_BINARY_SIZES: readonly number[] = [16, 32, 64, 128, 256, 512, 1_024]

/**
 * Learns the page size and the form of paging of each endpoint, which are undocumented, and judges whether a
 * page that names no next one ends its list.
 */
export class PageSizes {
  /** The limit that last brought a list without cursors in one answer, by list. */
  readonly usefulLimits = new Map<string, number>()
  /** By endpoint; `none` where neither an offset nor a page number works. */
  readonly countings = new Map<string, Counting | "none">()
  private readonly seen = new Map<string, { largest: number; isCap: boolean }>()
  private readonly firstPages = new Map<string, { count: number; fingerprint: string }>()

  constructor(readonly list: Assumptions["list"]) {}

  /**
   * @param limit rows requested; undefined when left to the service
   * @param listName set for a first page only
   */
  note(
    endpoint: string,
    { rows, next, fingerprint }: Answer<unknown>,
    limit: number | undefined,
    listName: string | null
  ): void {
    const count = rows.length
    if (next !== undefined && (limit === undefined || count < limit)) this.noteCap(endpoint, count)
    if (listName !== null && next === undefined && limit !== undefined) {
      // A growing list with other rows and the same count: older rows fell off the page.
      const before = this.firstPages.get(listName)
      if (before?.count === count && before.fingerprint !== fingerprint) this.noteCap(endpoint, count)
      this.firstPages.set(listName, { count, fingerprint })
    }
    if (count > this.of(endpoint).largest) this.seen.set(endpoint, { largest: count, isCap: false })
  }

  /** The service gave this many rows although more were requested. */
  noteCap(endpoint: string, count: number): void {
    if (count >= SMALLEST_CAP && count >= this.of(endpoint).largest)
      this.seen.set(endpoint, { largest: count, isCap: true })
  }

  /** Whether a page that names no next one may hide rows. */
  isDoubtful(
    { endpoint, isGrowing }: Pick<ListSource<unknown>, "endpoint" | "isGrowing">,
    { rows: { length: count }, hasNextField }: Answer<unknown>,
    limit: number | undefined
  ): boolean {
    const { pageSize, maxPageSize, defaultPageSize } = this.list
    if (count === 0) return false
    if (limit !== undefined && count >= Math.min(limit, maxPageSize ?? limit)) return true
    if (limit !== undefined && maxPageSize !== null) return false
    // A list with more rows than the default is not paged at all, as a catalog may be.
    if (limit === undefined && defaultPageSize !== null) return count === defaultPageSize
    const { largest, isCap } = this.of(endpoint)
    if (count < largest) return false
    if (isCap) return true
    // Where no page names the next, a round count may be the service's page size.
    const isRound = count % 10 === 0 || count % 25 === 0 || USUAL_BINARY_SIZES.includes(count)
    if (!isRound || count < SMALLEST_CAP) return false
    if (isGrowing) return limit === undefined || !hasNextField
    return !hasNextField && count >= pageSize
  }

  private of(endpoint: string) {
    return this.seen.get(endpoint) ?? { largest: 0, isCap: false }
  }
}

/** A larger page would not fit into a response that we read. */
const LARGEST_LIMIT = 12_800
/** A service that serves empty pages for ever must not hold the walk. */
const MOST_EMPTY_PAGES = 20
/** Pages without a new row, because rows arrived before them. */
const MOST_OLD_PAGES = 3
/** Times in a row that pages move apart while they are read. */
const MOST_MOVES = 3
/** Keys that are remembered at least. */
export const LEAST_KEYS = 1_000
/** Some services refuse a page number behind the last page. */
const NO_SUCH_PAGE: Answer<never> = {
  ...{ rows: [], keys: [], total: undefined, next: undefined },
  ...{ hasNextField: false, fingerprint: "" },
}

/**
 * Walks a list, one call before each page that it yields, gives each row once, and reports whether its end is
 * proven.
 *
 * A page that names no next one ends the list only if it is shorter than a page can be. A full one is fetched
 * again with a larger limit, which shows hidden rows or the service's cap; then with a smaller one, for which
 * a service that has cursors must name one; then what lies behind it is requested by offset and by page
 * number, unless the form of paging is set. Otherwise the list is incomplete.
 *
 * Only the last keys are remembered, those of two pages or more, so that a list of any length takes the same
 * memory. A row that comes again later is given again.
 *
 * @see service-interface "Limits", rule 3
 */
export class ListWalk<T> {
  /** Keys of the rows that were read lately. */
  readonly keys = new Set<string>()
  private mostKeys = LEAST_KEYS
  private rowsRead = 0
  private leastTotal: number | undefined
  private hasUnreadable = false
  private emptyPages = 0
  private kept: { next: string; fingerprint: string | null } | undefined
  private span = 1
  private stepsLeft = 1

  constructor(
    private readonly source: ListSource<T>,
    private readonly sizes: PageSizes
  ) {}

  async *pages(): AsyncGenerator<ListPage<T>, void, undefined> {
    const { sizes, source } = this
    const { paging, pageSize, maxPageSize } = sizes.list
    let limit = source.takesLimit ? (sizes.usefulLimits.get(source.listName) ?? pageSize) : undefined
    let next: NextPlace | undefined
    let page = await this.ask({ limit })
    const learned = paging === "auto" ? sizes.countings.get(source.endpoint) : undefined
    const counting = paging === "page" || paging === "offset" ? paging : learned
    if (counting !== undefined && counting !== "none") {
      if (this.isDoubtful(page, limit, true)) yield* this.count(counting, page, limit, false)
      else yield this.whole(page)
      return
    }
    for (;;) {
      const isFirst = next === undefined
      if (page.next === "refused") return yield this.incomplete(page, "link_refused")
      if (page.next !== undefined) {
        if (this.leadsNowhere(page)) return yield* this.readFromStart(page)
        yield this.more(page)
        next = page.next
        page = await this.ask({ ...next, limit })
        continue
      }
      // A service that linked every page before has no more when it links none.
      const isLinkEnd = next !== undefined && "link" in next
      if (isLinkEnd || !this.isDoubtful(page, limit, isFirst))
        return yield this.whole(page, isFirst ? limit : undefined)
      const gap = sizes.isDoubtful(source, page, limit) ? "page_full" : "total_larger"
      let latest: Answer<T> | null = page
      const count = page.rows.length
      // A short page proves that a larger limit brings nothing more.
      const isShort = limit !== undefined && count < limit && !page.hasNextField
      const wider = isShort ? null : widen(count, limit)
      if (wider !== null) {
        yield this.more(latest)
        latest = await this.askIfTaken({ ...next, limit: wider })
        if (latest !== null && (latest.next !== undefined || latest.rows.length > count)) {
          page = latest
          limit = wider
          continue
        }
        if (latest !== null && maxPageSize !== null && !this.isDoubtful(latest, wider, isFirst))
          return yield this.whole(latest, isFirst ? wider : undefined)
        if (latest !== null) sizes.noteCap(source.endpoint, latest.rows.length)
        if (page.hasNextField && count >= 3) {
          yield this.more(latest)
          latest = await this.askIfTaken({ ...next, limit: count - 1 })
          if (typeof latest?.next === "object") {
            yield this.more(latest)
            next = latest.next
            limit = count - 1
            page = await this.ask({ ...next, limit })
            continue
          }
        }
      }
      const mayCount = isFirst && paging === "auto" && !sizes.countings.has(source.endpoint)
      if (!mayCount) return yield this.incomplete(latest, gap)
      yield this.more(latest)
      for (const trial of ["offset", "page"] as const) if (yield* this.count(trial, page, limit, true)) return
      sizes.countings.set(source.endpoint, "none")
      return yield this.incomplete(null, gap)
    }
  }

  /**
   * Walks by page number or offset, from the first page on, until a page is shorter than the first.
   *
   * Rows that arrive shift the pages, which repeats rows. Rows that leave hide others behind the page that was
   * read. So each page has to be tied to the one before it: by offset, it begins with the last row of that one;
   * by page number, either they share a row, or the page before ends as it did when it is read again. The
   * latter costs a call per page, and is only done where rows leave.
   *
   * @returns false, without an end of the list, when a trial finds that the service does not count so
   */
  private async *count(
    counting: Counting,
    first: Answer<T>,
    limit: number | undefined,
    isTrial: boolean
  ): AsyncGenerator<ListPage<T>, boolean, undefined> {
    const { endpoint, losesRows } = this.source
    const { countings, list } = this.sizes
    const pageSize = first.rows.length
    // A service that gives less than the limit may still count by the limit.
    const size = limit === undefined ? undefined : Math.min(limit, pageSize)
    const askFor = (place: { page: number } | { offset: number }) =>
      this.askIfTaken({ ...place, limit: size }, NO_SUCH_PAGE)
    let isProven = countings.get(endpoint) === counting
    let last = first
    let at = counting === "offset" ? pageSize : list.firstPage
    let [moves, oldPages] = [0, 0]
    yield this.more(first)
    for (;;) {
      const offset = Math.max(0, at - 1)
      const page = await askFor(counting === "offset" ? { offset } : { page: at + 1 })
      if (page !== null && counting === "offset" && offset > 0 && !this.overlaps(page)) {
        if (isTrial && !isProven) return false
        if (++moves > MOST_MOVES) return yield* ending(this.incomplete(page, "pages_apart"))
        yield this.more(null)
        at -= pageSize
        continue
      }
      const isTaken = page !== null && (isProven || !isTrial || this.isBehind(page, first))
      const isUntied = isTaken && counting === "page" && !this.overlaps(page) && (losesRows || !isProven)
      if (isUntied) {
        yield this.more(null)
        const before = await askFor({ page: at })
        if (before?.keys.at(-1) !== last.keys.at(-1)) {
          const isTied = before !== null && this.overlaps(before)
          if (!isTied && isTrial && !isProven && page.rows.length === 0) return false
          if (!isTied || ++moves > MOST_MOVES) return yield* ending(this.incomplete(page, "pages_apart"))
          yield this.more(before)
          last = before
          continue
        }
      }
      if (isTaken && (isUntied || counting === "offset")) {
        isProven = true
        countings.set(endpoint, counting)
      }
      if (isTaken && page.rows.length < pageSize) return yield* ending(this.whole(page))
      oldPages = isTaken && !this.hasNew(page) ? oldPages + 1 : 0
      if (!isTaken || oldPages >= MOST_OLD_PAGES) {
        if (isTrial && !isProven) return false
        return yield* ending(this.incomplete(page, `${counting}_ignored`))
      }
      moves = 0
      yield this.more(page)
      last = page
      at = counting === "offset" ? offset + page.rows.length : at + 1
    }
  }

  /** A useless cursor or link leaves only one way: larger pages. */
  private async *readFromStart(page: Answer<T>): AsyncGenerator<ListPage<T>, void, undefined> {
    const gap = typeof page.next === "object" && "link" in page.next ? "link_repeats" : "pages_repeat"
    yield this.more(page)
    let limit = widen(Math.max(page.rows.length, this.rowsRead), undefined)
    for (let before = page.rows.length; limit !== null;) {
      const answer = await this.askIfTaken({ limit })
      if (answer === null) break
      if (answer.next === undefined && !this.isDoubtful(answer, limit, false)) return yield this.whole(answer)
      if (answer.rows.length <= before) return yield this.incomplete(answer, gap)
      yield this.more(answer)
      before = answer.rows.length
      limit = widen(before, limit)
    }
    yield this.incomplete(null, gap)
  }

  private async ask(place: Place): Promise<Answer<T>> {
    const { endpoint, listName, read } = this.source
    const answer = await read(place)
    const isFirst = Object.keys(place).every((name) => name === "limit")
    this.sizes.note(endpoint, answer, place.limit, isFirst ? listName : null)
    // The least counts: rows that arrive while the list is read do not matter.
    if (answer.total !== undefined) this.leastTotal = Math.min(this.leastTotal ?? answer.total, answer.total)
    return answer
  }

  /**
   * @param empty what stands for a 404
   * @returns null when the service refuses the request, or answers with more than we read
   */
  private async askIfTaken(place: Place, empty?: Answer<T>): Promise<Answer<T> | null> {
    try {
      return await this.ask(place)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const { status, code, isRetryable } = error
      if (status === 404 && empty !== undefined) return empty
      const isRefused = status === 400 || status === 413 || status === 422
      if (isRefused || (code === "UNEXPECTED_RESPONSE" && !isRetryable)) return null
      throw error
    }
  }

  private isDoubtful(page: Answer<T>, limit: number | undefined, isFirst: boolean): boolean {
    if (this.areTooFew(page)) return true
    if (isFirst && page.total === page.rows.length) return false
    return this.sizes.isDoubtful(this.source, page, limit)
  }

  /** Whether the service counts more rows than were read, this page included. */
  private areTooFew({ keys }: Answer<T>): boolean {
    const fresh = new Set(keys.filter((key) => !this.keys.has(key)))
    return this.leastTotal !== undefined && this.leastTotal > this.rowsRead + fresh.size
  }

  private overlaps({ keys }: Answer<T>): boolean {
    return keys.some((key) => this.keys.has(key))
  }

  private hasNew({ keys }: Answer<T>): boolean {
    return keys.some((key) => !this.keys.has(key))
  }

  /** A list that ignores the parameter gives its first page again, with or without rows that just arrived. */
  private isBehind({ keys }: Answer<T>, first: Answer<T>): boolean {
    const isShort = keys.length < first.keys.length && keys[0] !== first.keys[0]
    return isShort || !this.keys.has(keys.at(-1) ?? "")
  }

  /** Whether the cursor or link repeats, in a circle of any length (Brent's algorithm), or no row is new. */
  private leadsNowhere(page: Answer<T>): boolean {
    const isEmpty = page.rows.length === 0
    this.emptyPages = isEmpty ? this.emptyPages + 1 : 0
    const here = { next: JSON.stringify(page.next), fingerprint: isEmpty ? null : page.fingerprint }
    const isSameRows = here.fingerprint !== null && here.fingerprint === this.kept?.fingerprint
    const isOld = here.next === this.kept?.next || isSameRows
    if (--this.stepsLeft === 0) {
      this.kept = here
      this.stepsLeft = this.span *= 2
    }
    return isOld || this.emptyPages > MOST_EMPTY_PAGES || (!isEmpty && !this.hasNew(page))
  }

  /** A page that another call follows; null for one that the service refused. */
  private more(page: Answer<T> | null): ListPage<T> {
    return { rows: page === null ? [] : this.fresh(page), end: null }
  }

  /** @param limit that brought the whole list in one answer */
  private whole(page: Answer<T>, limit?: number): ListPage<T> {
    if (limit !== undefined) this.sizes.usefulLimits.set(this.source.listName, limit)
    if (this.areTooFew(page)) return this.incomplete(page, "total_larger")
    const rows = this.fresh(page)
    if (!this.hasUnreadable) return { rows, end: { isComplete: true } }
    return { rows, end: { isComplete: false, gap: "row_unreadable", rowsRead: this.rowsRead } }
  }

  private incomplete(page: Answer<T> | null, gap: ListGap): ListPage<T> {
    const { rows } = this.more(page)
    return { rows, end: { isComplete: false, gap, rowsRead: this.rowsRead } }
  }

  private fresh({ rows, keys }: Answer<T>): T[] {
    this.mostKeys = Math.max(this.mostKeys, 2 * rows.length)
    const fresh = rows.flatMap((row, n) => {
      const key = keys[n] ?? ""
      const isNew = !this.keys.delete(key)
      this.keys.add(key)
      if (isNew) this.rowsRead++
      if (row === null) this.hasUnreadable = true
      return isNew && row !== null ? [row] : []
    })
    for (const key of this.keys) {
      if (this.keys.size <= this.mostKeys) break
      this.keys.delete(key)
    }
    return fresh
  }
}

function* ending<T>(page: ListPage<T>): Generator<ListPage<T>, true, undefined> {
  yield page
  return true
}

function widen(count: number, limit: number | undefined): number | null {
  const requested = Math.max(count, limit ?? 0)
  return requested >= LARGEST_LIMIT ? null : Math.min(requested * 2, LARGEST_LIMIT)
}
