import type { Assumptions } from "../assumptions"

/** One answer of a list, as far as its end is concerned. */
export type PageFacts = {
  count: number
  /** The field of the cursor is there, with or without a cursor: the service has cursors, or says that it has none. */
  hasCursorField: boolean
  nextCursor: string | undefined
  /** Identifies the rows, whatever their order. */
  fingerprint: string
}

type Seen = { largest: number; isCap: boolean }

/** Fewer rows than this are hardly a page that the service cut short. */
const SMALLEST_CAP = 10
const USUAL_BINARY_SIZES: readonly number[] = [16, 32, 64, 128, 256, 512, 1_024]

/**
 * Remembers how many rows the service puts on a page, by endpoint, and judges by that whether a page without a next one is the
 * end of its list: the document tells no page size.
 */
export class PageSizes {
  private readonly seen = new Map<string, Seen>()
  private readonly lastAnswers = new Map<string, PageFacts>()
  private readonly usefulLimits = new Map<string, number>()

  constructor(private readonly list: Assumptions["list"]) {}

  /** The limit with which a list without cursors came in one answer the last time. */
  limitOf(listName: string): number {
    return this.usefulLimits.get(listName) ?? this.list.pageSize
  }

  noteUsefulLimit(listName: string, limit: number): void {
    this.usefulLimits.set(listName, limit)
  }

  /**
   * @param limit rows that were asked for; undefined when the number was left to the service
   * @param listName of the list whose first page it is; null for a page that follows another
   */
  note(endpoint: string, page: PageFacts, limit: number | undefined, listName: string | null): void {
    const isShort = limit === undefined || page.count < limit
    if (page.nextCursor !== undefined && isShort) this.noteCap(endpoint, page.count)
    if (listName !== null && page.nextCursor === undefined && limit !== undefined) {
      // A list that only grows has other rows and the same number: the older ones fell off its page.
      const before = this.lastAnswers.get(listName)
      const isMoving = before?.count === page.count && before.fingerprint !== page.fingerprint
      if (isMoving && page.count >= SMALLEST_CAP) this.noteCap(endpoint, page.count)
      this.lastAnswers.set(listName, page)
    }
    const { largest } = this.of(endpoint)
    if (page.count > largest) this.seen.set(endpoint, { largest: page.count, isCap: false })
  }

  /** The service gave as many rows although more were asked for. */
  noteCap(endpoint: string, count: number): void {
    if (count >= SMALLEST_CAP && count >= this.of(endpoint).largest)
      this.seen.set(endpoint, { largest: count, isCap: true })
  }

  /** Whether a page that names no next one may hide rows all the same. */
  isDoubtful(endpoint: string, page: PageFacts, limit: number | undefined, isGrowing: boolean): boolean {
    const { count, hasCursorField } = page
    const { pageSize, maxPageSize, defaultPageSize } = this.list
    if (count === 0) return false
    if (limit !== undefined && count >= Math.min(limit, maxPageSize ?? limit)) return true
    if (limit !== undefined && maxPageSize !== null) return false
    // A list with more rows than that is not paged at all, as a catalog may be.
    if (limit === undefined && defaultPageSize !== null) return count === defaultPageSize
    const { largest, isCap } = this.of(endpoint)
    if (count < largest) return false
    if (isCap) return true
    if (!isUsualPageSize(count)) return false
    if (isGrowing) return limit === undefined || !hasCursorField
    return !hasCursorField && count >= pageSize
  }

  private of(endpoint: string): Seen {
    return this.seen.get(endpoint) ?? { largest: 0, isCap: false }
  }
}

/** Where no limit and no cursor tells, a round number of rows may be the service's own page size. */
function isUsualPageSize(count: number): boolean {
  if (count < SMALLEST_CAP) return false
  return count % 10 === 0 || count % 25 === 0 || USUAL_BINARY_SIZES.includes(count)
}
