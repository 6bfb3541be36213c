import type { PageFacts } from "./page-sizes"
import type { ListGap, ListPage } from "./pages"

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
