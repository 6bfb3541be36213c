import type { Assumptions } from "../assumptions"

export type PageFacts = {
  count: number
  /** True even for a null cursor: the service has cursors. */
  hasCursorField: boolean
  nextCursor: string | undefined
  /** Identifies the rows in any order. */
  fingerprint: string
}

type Seen = { largest: number; isCap: boolean }

/** A shorter page is hardly a cap of the service. */
const SMALLEST_CAP = 10
const USUAL_BINARY_SIZES: readonly number[] = [16, 32, 64, 128, 256, 512, 1_024]

/**
 * Learns the page size of each endpoint, which is undocumented, and judges by it whether a page without a
 * next cursor ends its list.
 */
export class PageSizes {
  private readonly seen = new Map<string, Seen>()
  private readonly lastAnswers = new Map<string, PageFacts>()
  private readonly usefulLimits = new Map<string, number>()

  constructor(private readonly list: Assumptions["list"]) {}

  /** The limit that last brought a list without cursors in one answer. */
  limitOf(listName: string): number {
    return this.usefulLimits.get(listName) ?? this.list.pageSize
  }

  noteUsefulLimit(listName: string, limit: number): void {
    this.usefulLimits.set(listName, limit)
  }

  /**
   * @param limit rows requested; undefined when left to the service
   * @param listName set for a first page only
   */
  note(endpoint: string, page: PageFacts, limit: number | undefined, listName: string | null): void {
    const isShort = limit === undefined || page.count < limit
    if (page.nextCursor !== undefined && isShort) this.noteCap(endpoint, page.count)
    if (listName !== null && page.nextCursor === undefined && limit !== undefined) {
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

  /** Whether a page without a next cursor may hide rows. */
  isDoubtful(endpoint: string, page: PageFacts, limit: number | undefined, isGrowing: boolean): boolean {
    const { count, hasCursorField } = page
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
    if (isGrowing) return limit === undefined || !hasCursorField
    return !hasCursorField && count >= pageSize
  }

  private of(endpoint: string): Seen {
    return this.seen.get(endpoint) ?? { largest: 0, isCap: false }
  }
}

/** Without limit and cursor, a round count may be the service's page size. */
function isUsualPageSize(count: number): boolean {
  if (count < SMALLEST_CAP) return false
  return count % 10 === 0 || count % 25 === 0 || USUAL_BINARY_SIZES.includes(count)
}
