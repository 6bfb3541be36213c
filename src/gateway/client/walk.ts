import { GatewayError } from "./errors"
import { WalkedRows, type Answer, type Counting, type ListGap, type ListPage } from "./pages"
import type { NextPage, NextPlace, PageFacts, PageSizes } from "./pages"

/** Which page is asked for; the first one by default. A link has its own limit. */
export type Place = { limit?: number | undefined } & (
  { cursor?: string } | { link: string } | { page: number } | { offset: number }
)

export type ListSource<T> = {
  endpoint: string
  /** Lists with other filters are other lists. */
  listName: string
  /** Whether the endpoint documents `limit`. */
  takesLimit: boolean
  /** Whether the business adds rows over time. */
  isGrowing: boolean
  /** Whether rows leave it over time. */
  losesRows: boolean
  /** Number of the first page, where pages are counted. */
  firstPage: number
  /** @throws GatewayError */
  read: (place: Place) => Promise<Answer<T>>
}

/** A larger page would not fit into a response that we read. */
const LARGEST_LIMIT = 12_800
/** A service that serves empty pages for ever must not hold the walk. */
const MOST_EMPTY_PAGES = 20
const TRIALS: readonly Counting[] = ["offset", "page"]

/**
 * Walks a list, one call before each page that it yields, and reports whether its end is proven.
 *
 * A page that names no next one ends the list only if it is shorter than a page can be. A full one is fetched
 * again with a larger limit, which shows hidden rows or the service's cap; then with a smaller one, for which
 * a service that has cursors must name one; then what lies behind it is asked for by offset and by page
 * number, unless the form of paging is set. Otherwise the list is incomplete.
 *
 * @see service-interface "Limits", rule 3
 */
export class ListWalk<T> {
  private readonly loops = new LoopDetector()
  private emptyPages = 0

  constructor(
    private readonly source: ListSource<T>,
    private readonly sizes: PageSizes,
    private readonly rows = new WalkedRows<T>()
  ) {}

  async *pages(): AsyncGenerator<ListPage<T>, void, undefined> {
    const { rows, sizes, source } = this
    let limit = source.takesLimit ? sizes.limitOf(source.listName) : undefined
    let next: NextPlace | undefined
    let page = await this.ask({ limit })
    const counting = sizes.countingOf(source.endpoint)
    if (counting !== undefined) return yield* this.count(counting, page, limit)
    for (;;) {
      if (page.next !== undefined) {
        if (page.next === "refused") return yield rows.incomplete(page, "link_refused")
        if (this.leadsNowhere(page, page.next)) return yield* this.readFromStart(page)
        yield rows.more(page)
        next = page.next
        page = await this.ask({ ...next, limit })
        continue
      }
      // What named a link for every page before means it when it names none.
      if (next !== undefined && "link" in next) return yield rows.whole(page)
      const isFirst = next === undefined
      if (!this.isDoubtful(page, limit, isFirst)) return yield this.whole(page, isFirst ? limit : undefined)
      const gap = sizes.isDoubtful(source.endpoint, page, limit, source.isGrowing)
        ? "page_full"
        : "total_larger"
      let latest: Answer<T> | null = page
      const wider = isShort(page, limit) ? null : widen(page.count, limit)
      if (wider !== null) {
        yield rows.more(latest)
        latest = await this.askIfTaken({ ...next, limit: wider })
        if (latest !== null && (latest.next !== undefined || latest.count > page.count)) {
          page = latest
          limit = wider
          continue
        }
        if (latest !== null && sizes.isCapStated && !this.isDoubtful(latest, wider, isFirst))
          return yield this.whole(latest, isFirst ? wider : undefined)
        if (latest !== null) sizes.noteCap(source.endpoint, latest.count)
        if (page.hasNextField && page.count >= 3) {
          yield rows.more(latest)
          const smaller = page.count - 1
          latest = await this.askIfTaken({ ...next, limit: smaller })
          if (typeof latest?.next === "object") {
            yield rows.more(latest)
            next = latest.next
            limit = smaller
            page = await this.ask({ ...next, limit })
            continue
          }
        }
      }
      if (!isFirst || !sizes.mayTryCounting(source.endpoint)) return yield rows.incomplete(latest, gap)
      yield rows.more(latest)
      return yield* this.tryCounting(page, limit, gap)
    }
  }

  /** A page number or offset that is set, or was seen to work. */
  private async *count(
    counting: Counting,
    first: Answer<T>,
    limit: number | undefined
  ): AsyncGenerator<ListPage<T>, void, undefined> {
    if (!this.isDoubtful(first, limit, true)) return yield this.whole(first)
    yield* this.countedWalk(counting, first, limit, false).after(first)
  }

  private async *tryCounting(
    first: Answer<T>,
    limit: number | undefined,
    gap: ListGap
  ): AsyncGenerator<ListPage<T>, void, undefined> {
    for (const counting of TRIALS)
      if (yield* this.countedWalk(counting, first, limit, true).after(first)) return
    this.sizes.noteCounting(this.source.endpoint, "none")
    yield this.rows.incomplete(null, gap)
  }

  private countedWalk(counting: Counting, first: Answer<T>, limit: number | undefined, isTrial: boolean) {
    const { source, sizes, rows } = this
    // A service that gives less than the limit may still count by the limit.
    const size = limit === undefined ? undefined : Math.min(limit, first.count)
    return new CountedWalk((place) => this.askIfTaken({ ...place, limit: size }, NO_SUCH_PAGE), rows, {
      counting,
      isTrial,
      firstPage: source.firstPage,
      losesRows: source.losesRows,
      isProven: sizes.isProven(source.endpoint, counting),
      onProven: () => sizes.noteCounting(source.endpoint, counting),
    })
  }

  /** A useless cursor or link leaves only one way: larger pages. */
  private async *readFromStart(page: Answer<T>): AsyncGenerator<ListPage<T>, void, undefined> {
    const gap = typeof page.next === "object" && "link" in page.next ? "link_repeats" : "pages_repeat"
    yield this.rows.more(page)
    let limit = widen(Math.max(page.count, this.rows.rowsRead), undefined)
    for (let before = page.count; limit !== null;) {
      const answer = await this.askIfTaken({ limit })
      if (answer === null) return yield this.rows.incomplete(null, gap)
      if (answer.next === undefined && !this.isDoubtful(answer, limit, false))
        return yield this.rows.whole(answer)
      if (answer.count <= before) return yield this.rows.incomplete(answer, gap)
      yield this.rows.more(answer)
      before = answer.count
      limit = widen(answer.count, limit)
    }
    yield this.rows.incomplete(null, gap)
  }

  private async ask(place: Place): Promise<Answer<T>> {
    const { source, sizes, rows } = this
    const answer = await source.read(place)
    const isFirst = Object.keys(place).every((name) => name === "limit")
    sizes.note(source.endpoint, answer, place.limit, isFirst ? source.listName : null)
    rows.noteTotal(answer.total)
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
      if (error.status === 404 && empty !== undefined) return empty
      if (isRefused(error)) return null
      throw error
    }
  }

  private isDoubtful(page: Answer<T>, limit: number | undefined, isFirst: boolean): boolean {
    if (this.rows.areTooFew(page)) return true
    if (isFirst && page.total === page.count) return false
    const { endpoint, isGrowing } = this.source
    return this.sizes.isDoubtful(endpoint, page, limit, isGrowing)
  }

  /** Whether the cursor or link repeats, or no row is new. */
  private leadsNowhere(page: Answer<T>, next: NextPage): boolean {
    const { count, fingerprint } = page
    this.emptyPages = count === 0 ? this.emptyPages + 1 : 0
    const isOld = this.loops.isClosedBy(JSON.stringify(next), count === 0 ? null : fingerprint)
    return isOld || this.emptyPages > MOST_EMPTY_PAGES || (count > 0 && !this.rows.hasNew(page))
  }

  /** @param limit that brought the whole list in one answer */
  private whole(page: Answer<T>, limit?: number): ListPage<T> {
    if (limit !== undefined) this.sizes.noteUsefulLimit(this.source.listName, limit)
    return this.rows.whole(page)
  }
}

/** Some services refuse a page number behind the last page. */
const NO_SUCH_PAGE = {
  rows: [],
  keys: [],
  count: 0,
  total: undefined,
  next: undefined,
  hasNextField: false,
  fingerprint: "",
}

function widen(count: number, limit: number | undefined): number | null {
  const asked = Math.max(count, limit ?? 0)
  return asked >= LARGEST_LIMIT ? null : Math.min(asked * 2, LARGEST_LIMIT)
}

/** A short page proves that a larger limit brings nothing more. */
function isShort({ count, hasNextField }: PageFacts, limit: number | undefined): boolean {
  return limit !== undefined && count < limit && !hasNextField
}

function isRefused({ status, code, isRetryable }: GatewayError): boolean {
  return (
    status === 400 || status === 413 || status === 422 || (code === "UNEXPECTED_RESPONSE" && !isRetryable)
  )
}

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

type Page = { next: string; fingerprint: string | null }

/**
 * Notices that a walk goes in a circle, of any length, by comparing each page with the one before and with one
 * kept from further back (Brent's algorithm).
 */
export class LoopDetector {
  private before: Page | undefined
  private kept: Page | undefined
  private steps = 0
  private keepAfter = 1

  /**
   * @param next names the page after this one
   * @param fingerprint of its rows; null for a page without any
   */
  isClosedBy(next: string, fingerprint: string | null): boolean {
    const page = { next, fingerprint }
    const isClosed = isSame(page, this.before) || isSame(page, this.kept)
    this.before = page
    if (++this.steps === this.keepAfter) {
      this.kept = page
      this.keepAfter *= 2
      this.steps = 0
    }
    return isClosed
  }
}

function isSame({ next, fingerprint }: Page, other: Page | undefined): boolean {
  if (other === undefined) return false
  return next === other.next || (fingerprint !== null && fingerprint === other.fingerprint)
}
