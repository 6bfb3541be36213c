import type { Assumptions } from "../assumptions"

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
