import type { Counting } from "./page-sizes"
import type { ListPage } from "./pages"
import type { Answer, WalkedRows } from "./walked-rows"

export type CountedPlace = { page: number } | { offset: number }

type Settings = {
  counting: Counting
  firstPage: number
  /** Whether rows leave the list, as they do from one with a status. */
  losesRows: boolean
  /** Whether the service was seen to take the page number or offset. */
  isProven: boolean
  /** Whether this walk finds out. */
  isTrial: boolean
  onProven: () => void
}

/** Pages without a new row, because rows arrived before them. */
const MOST_OLD_PAGES = 3
/** Times in a row that pages move apart while they are read. */
const MOST_MOVES = 3

/**
 * Walks a list by page number or offset, from its first page on, until a page is shorter than the first.
 *
 * Rows that arrive shift the pages, which repeats rows. Rows that leave hide others behind the page that was
 * read. So each page has to be tied to the one before it: by offset, it begins with the last row of that one;
 * by page number, either they share a row, or the page before ends as it did when it is read again. The
 * latter costs a call per page, and is only done where rows leave.
 *
 * @param ask reads a page; null when the service refuses it. Throws GatewayError
 */
export class CountedWalk<T> {
  private oldPages = 0
  private moves = 0
  private isProven: boolean

  constructor(
    private readonly ask: (place: CountedPlace) => Promise<Answer<T> | null>,
    private readonly rows: WalkedRows<T>,
    private readonly settings: Settings
  ) {
    this.isProven = settings.isProven
  }

  /** @returns false, without an end of the list, when a trial finds that the service does not count so */
  after(first: Answer<T>): AsyncGenerator<ListPage<T>, boolean, undefined> {
    return this.settings.counting === "offset" ? this.byOffset(first) : this.byNumber(first)
  }

  private async *byOffset(first: Answer<T>): AsyncGenerator<ListPage<T>, boolean, undefined> {
    const { rows } = this
    yield rows.more(first)
    for (let end = first.count; ;) {
      let offset = Math.max(0, end - 1)
      let page = await this.ask({ offset })
      while (page !== null && offset > 0 && !rows.overlaps(page)) {
        if (this.settings.isTrial && !this.isProven) return false
        if (++this.moves > MOST_MOVES) return yield* this.ends(rows.incomplete(page, "pages_apart"))
        yield rows.more(null)
        offset = Math.max(0, offset - first.count)
        page = await this.ask({ offset })
      }
      if (page === null || !this.isTaken(page, first)) return yield* this.ignored(page)
      this.prove()
      if (page.count < first.count) return yield* this.ends(rows.whole(page))
      if (this.isStuck(page)) return yield* this.ignored(page)
      this.moves = 0
      yield rows.more(page)
      end = offset + page.count
    }
  }

  private async *byNumber(first: Answer<T>): AsyncGenerator<ListPage<T>, boolean, undefined> {
    const { rows, settings } = this
    yield rows.more(first)
    let last = first
    for (let number = settings.firstPage; ;) {
      const page = await this.ask({ page: number + 1 })
      if (page === null || !this.isTaken(page, first)) return yield* this.ignored(page)
      if (!rows.overlaps(page) && (settings.losesRows || !this.isProven)) {
        yield rows.more(null)
        const before = await this.ask({ page: number })
        if (before?.keys.at(-1) !== last.keys.at(-1)) {
          const isTied = before !== null && rows.overlaps(before)
          if (!isTied && settings.isTrial && !this.isProven && page.count === 0) return false
          if (!isTied || ++this.moves > MOST_MOVES)
            return yield* this.ends(rows.incomplete(page, "pages_apart"))
          yield rows.more(before)
          last = before
          continue
        }
        this.prove()
      }
      if (page.count < first.count) return yield* this.ends(rows.whole(page))
      if (this.isStuck(page)) return yield* this.ignored(page)
      this.moves = 0
      yield rows.more(page)
      last = page
      number++
    }
  }

  /** A list that ignores the parameter gives its first page again, with or without rows that just arrived. */
  private isTaken(page: Answer<T>, first: Answer<T>): boolean {
    if (this.isProven || !this.settings.isTrial) return true
    const isShort = page.count < first.count && page.keys[0] !== first.keys[0]
    return isShort || !this.rows.isKnown(page.keys.at(-1))
  }

  private isStuck(page: Answer<T>): boolean {
    this.oldPages = this.rows.hasNew(page) ? 0 : this.oldPages + 1
    return this.oldPages >= MOST_OLD_PAGES
  }

  private prove(): void {
    if (!this.isProven) this.settings.onProven()
    this.isProven = true
  }

  private async *ignored(page: Answer<T> | null): AsyncGenerator<ListPage<T>, boolean, undefined> {
    const { counting, isTrial } = this.settings
    if (isTrial && !this.isProven) return false
    return yield* this.ends(this.rows.incomplete(page, `${counting}_ignored`))
  }

  private async *ends(last: ListPage<T>): AsyncGenerator<ListPage<T>, boolean, undefined> {
    await Promise.resolve()
    yield last
    return true
  }
}
