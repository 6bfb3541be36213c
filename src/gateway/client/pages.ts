import type { Assumptions } from "../assumptions"

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

/** A page with parsed rows, null for an unreadable one. */
export type Answer<T> = { rows: (T | null)[]; keys: string[]; total: number | undefined } & PageFacts

/** Keys that are remembered at least. */
export const LEAST_KEYS = 1_000

/**
 * The rows of one walk: gives each once, and counts them.
 *
 * Only the last keys are remembered, those of two pages or more, so that a list of any length takes the same
 * memory. A row that comes again later is given again.
 */
export class WalkedRows<T> {
  private readonly keys = new Set<string>()
  private mostKeys = LEAST_KEYS
  private leastTotal: number | undefined
  private hasUnreadable = false
  private count = 0

  /** Rows that were new. */
  get rowsRead(): number {
    return this.count
  }

  /** Keys in memory. */
  get retained(): number {
    return this.keys.size
  }

  /** Takes note of the service's own count: rows that arrive while the list is read do not matter. */
  noteTotal(total: number | undefined): void {
    if (total !== undefined) this.leastTotal = Math.min(this.leastTotal ?? total, total)
  }

  /** Whether the service counts more rows than were read, this page included. */
  areTooFew(page: Answer<T>): boolean {
    if (this.leastTotal === undefined) return false
    return this.leastTotal > this.count + new Set(page.keys.filter((key) => !this.keys.has(key))).size
  }

  /** Whether the page has a row that was read lately. */
  overlaps(page: Answer<T>): boolean {
    return page.keys.some((key) => this.keys.has(key))
  }

  hasNew(page: Answer<T>): boolean {
    return page.keys.some((key) => !this.keys.has(key))
  }

  isKnown(key: string | undefined): boolean {
    return key !== undefined && this.keys.has(key)
  }

  /** A page that another call follows; null for one that the service refused. */
  more(page: Answer<T> | null): ListPage<T> {
    return { rows: page === null ? [] : this.fresh(page), end: null }
  }

  whole(page: Answer<T>): ListPage<T> {
    const areTooFew = this.areTooFew(page)
    const rows = this.fresh(page)
    if (areTooFew) return this.ended(rows, "total_larger")
    return this.hasUnreadable ? this.ended(rows, "row_unreadable") : { rows, end: { isComplete: true } }
  }

  incomplete(page: Answer<T> | null, gap: ListGap): ListPage<T> {
    return this.ended(page === null ? [] : this.fresh(page), gap)
  }

  private ended(rows: T[], gap: ListGap): ListPage<T> {
    return { rows, end: { isComplete: false, gap, rowsRead: this.count } }
  }

  private fresh({ rows, keys, count }: Answer<T>): T[] {
    this.mostKeys = Math.max(this.mostKeys, 2 * count)
    const fresh = rows.flatMap((row, n) => {
      if (row === null) this.hasUnreadable = true
      return this.remember(keys[n] ?? "") && row !== null ? [row] : []
    })
    for (const key of this.keys) {
      if (this.keys.size <= this.mostKeys) break
      this.keys.delete(key)
    }
    return fresh
  }

  /** @returns whether it is new */
  private remember(key: string): boolean {
    const isNew = !this.keys.delete(key)
    this.keys.add(key)
    if (isNew) this.count++
    return isNew
  }
}

export type NextPlace = { cursor: string } | { link: string }

/** Where the next page is. `refused`: its link leads to another host. */
export type NextPage = NextPlace | "refused"

export type PageFacts = {
  count: number
  /** True even for a null cursor or link: the service has a field for it. */
  hasNextField: boolean
  next: NextPage | undefined
  /** Identifies the rows in any order. */
  fingerprint: string
}

/** Forms of paging that the answer does not show: the client counts. */
export type Counting = "page" | "offset"

type Seen = { largest: number; isCap: boolean }

/** A shorter page is hardly a cap of the service. */
const SMALLEST_CAP = 10
const USUAL_BINARY_SIZES: readonly number[] = [16, 32, 64, 128, 256, 512, 1_024]

/**
 * Learns the page size and the form of paging of each endpoint, which are undocumented, and judges whether a
 * page that names no next one ends its list.
 */
export class PageSizes {
  private readonly seen = new Map<string, Seen>()
  private readonly lastAnswers = new Map<string, PageFacts>()
  private readonly usefulLimits = new Map<string, number>()
  private readonly countings = new Map<string, Counting | "none">()

  constructor(private readonly list: Assumptions["list"]) {}

  /** Whether fewer rows than both the limit and the stated cap are all there are. */
  get isCapStated(): boolean {
    return this.list.maxPageSize !== null
  }

  /** The limit that last brought a list without cursors in one answer. */
  limitOf(listName: string): number {
    return this.usefulLimits.get(listName) ?? this.list.pageSize
  }

  noteUsefulLimit(listName: string, limit: number): void {
    this.usefulLimits.set(listName, limit)
  }

  /** Set or learned; undefined where no page number and no offset is in use. */
  countingOf(endpoint: string): Counting | undefined {
    const { paging } = this.list
    if (paging === "page" || paging === "offset") return paging
    const learned = paging === "auto" ? this.countings.get(endpoint) : undefined
    return learned === "none" ? undefined : learned
  }

  /** Whether the service was seen to take it. */
  isProven(endpoint: string, counting: Counting): boolean {
    return this.countings.get(endpoint) === counting
  }

  mayTryCounting(endpoint: string): boolean {
    return this.list.paging === "auto" && !this.countings.has(endpoint)
  }

  noteCounting(endpoint: string, counting: Counting | "none"): void {
    this.countings.set(endpoint, counting)
  }

  /**
   * @param limit rows requested; undefined when left to the service
   * @param listName set for a first page only
   */
  note(endpoint: string, page: PageFacts, limit: number | undefined, listName: string | null): void {
    const isShort = limit === undefined || page.count < limit
    if (page.next !== undefined && isShort) this.noteCap(endpoint, page.count)
    if (listName !== null && page.next === undefined && limit !== undefined) {
      // A growing list with other rows and the same count: older rows fell off the page.
      const before = this.lastAnswers.get(listName)
      const isMoving = before?.count === page.count && before.fingerprint !== page.fingerprint
      if (isMoving && page.count >= SMALLEST_CAP) this.noteCap(endpoint, page.count)
      this.lastAnswers.set(listName, page)
    }
    const { largest } = this.of(endpoint)
    if (page.count > largest) this.seen.set(endpoint, { largest: page.count, isCap: false })
  }

  /** The service gave this many rows although more were requested. */
  noteCap(endpoint: string, count: number): void {
    if (count >= SMALLEST_CAP && count >= this.of(endpoint).largest)
      this.seen.set(endpoint, { largest: count, isCap: true })
  }

  /** Whether a page that names no next one may hide rows. */
  isDoubtful(endpoint: string, page: PageFacts, limit: number | undefined, isGrowing: boolean): boolean {
    const { count, hasNextField } = page
    const { pageSize, maxPageSize, defaultPageSize } = this.list
    if (count === 0) return false
    if (limit !== undefined && count >= Math.min(limit, maxPageSize ?? limit)) return true
    if (limit !== undefined && maxPageSize !== null) return false
    // A list with more rows than the default is not paged at all, as a catalog may be.
    if (limit === undefined && defaultPageSize !== null) return count === defaultPageSize
    const { largest, isCap } = this.of(endpoint)
    if (count < largest) return false
    if (isCap) return true
    if (!isUsualPageSize(count)) return false
    if (isGrowing) return limit === undefined || !hasNextField
    return !hasNextField && count >= pageSize
  }

  private of(endpoint: string): Seen {
    return this.seen.get(endpoint) ?? { largest: 0, isCap: false }
  }
}

/** Where no page names the next, a round count may be the service's page size. */
function isUsualPageSize(count: number): boolean {
  if (count < SMALLEST_CAP) return false
  return count % 10 === 0 || count % 25 === 0 || USUAL_BINARY_SIZES.includes(count)
}
