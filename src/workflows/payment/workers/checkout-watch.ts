import { MedusaError } from "@medusajs/framework/utils"
import type { CheckoutMark, CheckoutMarks, PageNotices } from "../../../modules/onchain/payment/live-updates"
import type { OnchainCheckout } from "../../../types/http"
import { Worker, perStore } from "../../worker"

const TICK_MS = 1_000
/** While the database notifies of payments, the query only finds what nobody notifies of. */
const TICKS_PER_QUERY = 2
/** Pages compared per tick even without a recent write, longest waiting first. */
const COMPARED_PER_TICK = 250
/** Concurrent views: the connection pool is shared with Medusa. */
const VIEWS_AT_ONCE = 4
/** How often a page without an address is read; processes share the gateway calls. */
const ADDRESS_POLL_MS = 2_000
/** Retry delay of a failed view. */
const RETRY_MS = 5_000

export type Watcher = {
  /** Version on screen; null for none yet. */
  version: string | null
  /** @param data the checkout as JSON, serialized once for all watchers */
  send: (version: string, data: string) => void
  /** Called every tick. @returns false when the stream ended: too old, too slow, or the server stops */
  keep: () => boolean
  /** The link no longer works. */
  end: () => void
}

/** Reads a page without calling the gateway. @throws MedusaError `not_found` when its link no longer works */
export type ViewPage = () => Promise<OnchainCheckout>

/** A watched link. Its tabs share every view. */
type Page = {
  tokenHash: string
  collectionId: string
  mark: string
  /** When time alone changes the page, epoch milliseconds. */
  dueAtMs: number
  view: ViewPage
  watchers: Set<Watcher>
}

type Settings = {
  marks: Pick<CheckoutMarks, "ofLink" | "ofCollections" | "read">
  notices: Pick<PageNotices, "isLive" | "start">
  /** Epoch milliseconds. */
  clock: () => number
  /** Reports a failed query or view. Streams stay open. */
  onError: (error: unknown) => void
  /** @returns stops the timer */
  everyTick?: (tick: () => void) => () => void
}

/**
 * Sends changes to open pages. One query per tick or two serves all pages of a process; a view is computed once for all watchers of a
 * changed page.
 *
 * @see ADR 0065
 */
export class CheckoutWatch {
  /** Ordered by last comparison. */
  private readonly pages = new Map<string, Page>()
  private readonly ofCollection = new Map<string, Set<Page>>()
  private readonly outdated = new Set<Page>()
  private readonly refreshing = new Set<Page>()
  private readonly refreshes = new Worker<Page>(() => Promise.resolve(this.claimOutdated()), VIEWS_AT_ONCE)
  private opening = 0
  private readonly waitingToOpen: (() => void)[] = []
  private isReading = false
  /** Collections to compare as soon as the database has answered. */
  private readonly noticed = new Set<string>()
  private ticksSinceQuery = 0
  private isTurnDue = false
  private stopTicks: (() => void) | undefined

  constructor(private readonly settings: Settings) {}

  get watching(): number {
    let count = 0
    for (const page of this.pages.values()) count += page.watchers.size
    return count
  }

  /**
   * Starts watching a page. When many arrive at once, such as after a restart, they queue. @returns a function that adds a
   * watcher
   */
  async open(tokenHash: string, view: ViewPage): Promise<(watcher: Watcher) => () => void> {
    if (this.opening >= VIEWS_AT_ONCE) await new Promise<void>((begin) => this.waitingToOpen.push(begin))
    else this.opening++
    try {
      // Read before the view, so the next comparison finds a change in between.
      const marked = await this.settings.marks.ofLink(tokenHash)
      const checkout = await view()
      return (watcher) => this.add({ tokenHash, view, marked, checkout }, watcher)
    } finally {
      const next = this.waitingToOpen.shift()
      if (next) next()
      else this.opening--
    }
  }

  private add(
    read: { tokenHash: string; view: ViewPage; marked: CheckoutMark | undefined; checkout: OnchainCheckout },
    watcher: Watcher
  ): () => void {
    const { tokenHash, view, marked, checkout } = read
    const known = this.pages.get(tokenHash)
    const page: Page = known ?? {
      ...{ tokenHash, view, collectionId: marked?.collection_id ?? "", mark: marked?.mark ?? "" },
      ...{ dueAtMs: Infinity, watchers: new Set() },
    }
    if (!known) {
      this.pages.set(tokenHash, page)
      const others = this.ofCollection.get(page.collectionId)
      if (others) others.add(page)
      else this.ofCollection.set(page.collectionId, new Set([page]))
    }
    page.watchers.add(watcher)
    page.dueAtMs = Math.min(page.dueAtMs, nextChangeAtMs(checkout, this.settings.clock()))
    this.stopTicks ??= this.start()
    send(watcher, checkout.version, JSON.stringify(checkout))
    // The other watchers already have a newer version than this view.
    if (known && known.mark !== marked?.mark) this.refresh([page])
    return () => this.remove(page, watcher)
  }

  private start(): () => void {
    const stopTicks = (this.settings.everyTick ?? everySecond)(() => this.tick())
    const stopNotices = this.settings.notices.start((collectionId) => {
      if (!this.ofCollection.has(collectionId)) return
      this.noticed.add(collectionId)
      this.read()
    })
    return () => {
      stopTicks()
      stopNotices()
    }
  }

  private remove(page: Page, watcher: Watcher): void {
    page.watchers.delete(watcher)
    if (page.watchers.size > 0 || this.pages.get(page.tokenHash) !== page) return
    this.pages.delete(page.tokenHash)
    const others = this.ofCollection.get(page.collectionId)
    others?.delete(page)
    if (others?.size === 0) this.ofCollection.delete(page.collectionId)
    this.outdated.delete(page)
    if (this.pages.size > 0) return
    this.stopTicks?.()
    this.stopTicks = undefined
  }

  /** Keeps streams alive, also while a query takes long. */
  private tick(): void {
    for (const page of [...this.pages.values()])
      for (const watcher of [...page.watchers])
        if (!watcher.keep()) {
          this.remove(page, watcher)
          watcher.end()
        }
    const nowMs = this.settings.clock()
    const due = [...this.pages.values()].filter(({ dueAtMs }) => dueAtMs <= nowMs)
    for (const page of due) page.dueAtMs = Infinity
    this.refresh(due)
    this.ticksSinceQuery = Math.min(this.ticksSinceQuery + 1, TICKS_PER_QUERY)
    if (this.ticksSinceQuery < TICKS_PER_QUERY && this.settings.notices.isLive) return
    this.isTurnDue = true
    this.read()
  }

  /** Never runs two queries at once on a slow database. What is noticed meanwhile is compared in one query afterwards. */
  private read(): void {
    if (this.isReading || this.pages.size === 0) return
    this.isReading = true
    void this.compare()
      .catch(this.settings.onError)
      .finally(() => {
        this.isReading = false
        if (this.noticed.size > 0) this.read()
      })
  }

  private async compare(): Promise<void> {
    const { marks } = this.settings
    const noticed = [...this.noticed]
    this.noticed.clear()
    const read = this.isTurnDue
      ? await marks.read([...new Set([...noticed, ...this.takeTurn()])])
      : await marks.ofCollections(noticed)
    for (const { collection_id, mark } of read)
      for (const page of this.ofCollection.get(collection_id) ?? []) {
        if (page.mark === mark) continue
        page.mark = mark
        this.refresh([page])
      }
  }

  /** @returns the collections of the pages that wait longest, which then wait again */
  private takeTurn(): string[] {
    const compared = [...this.pages.values()].slice(0, COMPARED_PER_TICK * this.ticksSinceQuery)
    this.isTurnDue = false
    this.ticksSinceQuery = 0
    for (const page of compared) {
      this.pages.delete(page.tokenHash)
      this.pages.set(page.tokenHash, page)
    }
    return compared.map(({ collectionId }) => collectionId)
  }

  private refresh(pages: readonly Page[]): void {
    for (const page of pages) {
      this.outdated.add(page)
      void this.refreshes.wake((claimed) => this.send(claimed)).catch(this.settings.onError)
    }
  }

  /** A page that is being read is read again afterwards, so an older view never follows a newer one. */
  private claimOutdated(): Page | undefined {
    for (const page of this.outdated) {
      if (this.refreshing.has(page)) continue
      this.outdated.delete(page)
      this.refreshing.add(page)
      return page
    }
    return undefined
  }

  private async send(page: Page): Promise<void> {
    const { clock, onError } = this.settings
    try {
      const checkout = await page.view()
      page.dueAtMs = nextChangeAtMs(checkout, clock())
      const data = JSON.stringify(checkout)
      for (const watcher of page.watchers) send(watcher, checkout.version, data)
    } catch (error) {
      if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_FOUND)
        return this.close(page)
      page.dueAtMs = clock() + RETRY_MS
      onError(error)
    } finally {
      this.refreshing.delete(page)
    }
  }

  private close(page: Page): void {
    for (const watcher of [...page.watchers]) {
      this.remove(page, watcher)
      watcher.end()
    }
  }
}

function send(watcher: Watcher, version: string, data: string): void {
  if (watcher.version === version) return
  watcher.version = version
  watcher.send(version, data)
}

/** The next time the page changes without a write. */
function nextChangeAtMs({ payment: { status, expires_at } }: OnchainCheckout, nowMs: number): number {
  if (status === "preparing") return nowMs + ADDRESS_POLL_MS
  const expiresAtMs = expires_at === null ? NaN : Date.parse(expires_at)
  return expiresAtMs > nowMs ? expiresAtMs : Infinity
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, TICK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export const checkoutWatchOf = perStore(
  ({ live: { marks, notices, onError }, clock }) => new CheckoutWatch({ marks, notices, clock, onError })
)
