import { MedusaError } from "@medusajs/framework/utils"
import type { CheckoutMark } from "../../../modules/onchain/payment/checkout-marks"
import type { OnchainCheckout } from "../../../types/http"
import { perStore } from "../../per-store"
import { Worker } from "../../worker"

const TICK_MS = 1_000
/** Pages that are compared per tick although nothing of ours was written, the longest waiting first. */
const COMPARED_PER_TICK = 250
/** Views computed at once: the pool of connections is shared with Medusa. */
const VIEWS_AT_ONCE = 4
/** An address that is not ready is asked for this often; the processes share the calls. */
const ADDRESS_POLL_MS = 2_000
/** A view that could not be computed is tried again after this. */
const RETRY_MS = 5_000

/** One open stream. */
export type Watcher = {
  /** Version that it shows; null for none yet. */
  version: string | null
  /** @param data the checkout as JSON, made once for all that get it */
  send: (version: string, data: string) => void
  /** Called every tick. @returns false when it takes no more: too old, too slow, or its server stops */
  keep: () => boolean
  /** The link opens the page no more. */
  end: () => void
}

/** Reads what a page shows, without a call of the gateway. @throws MedusaError `not_found` when its link ended */
export type ViewPage = () => Promise<OnchainCheckout>

/** A link that is watched. Two tabs share it, and each view that is computed for it. */
type Page = {
  tokenHash: string
  collectionId: string
  mark: string
  /** When time alone changes what it shows, epoch milliseconds. */
  dueAtMs: number
  view: ViewPage
  watchers: Set<Watcher>
}

type Settings = {
  marks: {
    ofLink: (tokenHash: string) => Promise<CheckoutMark | undefined>
    read: (compared: readonly string[]) => Promise<CheckoutMark[]>
  }
  /** Epoch milliseconds. */
  clock: () => number
  /** Reports a failed query or view; the streams stay open. */
  onError: (error: unknown) => void
  /** @returns stops it */
  everyTick?: (tick: () => void) => () => void
}

/**
 * Sends pages what changed on them. One query per tick serves all pages of a process; a view is computed only for a page with
 * a change behind it, once for all its watchers. Nothing runs while nobody watches.
 *
 * @see ADR 0065
 */
export class CheckoutWatch {
  /** In the order in which they were compared last. */
  private readonly pages = new Map<string, Page>()
  private readonly outdated = new Set<Page>()
  private readonly refreshing = new Set<Page>()
  private readonly refreshes = new Worker<Page>(
    () => Promise.resolve(this.claimOutdated()),
    () => VIEWS_AT_ONCE
  )
  private opening = 0
  private readonly waitingToOpen: (() => void)[] = []
  private isReading = false
  private stopTicks: (() => void) | undefined

  constructor(private readonly settings: Settings) {}

  /** Open streams. */
  get watching(): number {
    let count = 0
    for (const page of this.pages.values()) count += page.watchers.size
    return count
  }

  /**
   * Reads a page that somebody wants to watch. Many that come at once, such as after a restart, wait for each other.
   *
   * @returns adds a watcher, and sends it what it does not show; that returns what removes it
   * @throws MedusaError `not_found`
   */
  async open(tokenHash: string, view: ViewPage): Promise<(watcher: Watcher) => () => void> {
    if (this.opening >= VIEWS_AT_ONCE) await new Promise<void>((begin) => this.waitingToOpen.push(begin))
    else this.opening++
    try {
      // Before the view, so that a change between them is found by the next comparison.
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
    if (!known) this.pages.set(tokenHash, page)
    page.watchers.add(watcher)
    page.dueAtMs = Math.min(page.dueAtMs, nextChangeAtMs(checkout, this.settings.clock()))
    this.stopTicks ??= (this.settings.everyTick ?? everySecond)(() => this.tick())
    send(watcher, checkout.version, JSON.stringify(checkout))
    // Its other watchers were sent something that was written after this view was read.
    if (known && known.mark !== marked?.mark) this.refresh([page])
    return () => this.remove(page, watcher)
  }

  private remove(page: Page, watcher: Watcher): void {
    page.watchers.delete(watcher)
    if (page.watchers.size > 0 || this.pages.get(page.tokenHash) !== page) return
    this.pages.delete(page.tokenHash)
    this.outdated.delete(page)
    if (this.pages.size > 0) return
    this.stopTicks?.()
    this.stopTicks = undefined
  }

  /** The query of a slow database is never joined by a second one; the streams are kept alive meanwhile. */
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
    if (this.isReading || this.pages.size === 0) return
    this.isReading = true
    void this.compare()
      .catch(this.settings.onError)
      .finally(() => (this.isReading = false))
  }

  private async compare(): Promise<void> {
    const compared = [...this.pages.values()].slice(0, COMPARED_PER_TICK)
    for (const page of compared) {
      this.pages.delete(page.tokenHash)
      this.pages.set(page.tokenHash, page)
    }
    const read = await this.settings.marks.read([
      ...new Set(compared.map(({ collectionId }) => collectionId)),
    ])
    const marks = new Map(read.map(({ collection_id, mark }) => [collection_id, mark]))
    const changed = [...this.pages.values()].filter((page) => {
      const mark = marks.get(page.collectionId)
      if (mark === undefined || mark === page.mark) return false
      page.mark = mark
      return true
    })
    this.refresh(changed)
  }

  private refresh(pages: readonly Page[]): void {
    for (const page of pages) {
      this.outdated.add(page)
      void this.refreshes.wake((claimed) => this.send(claimed)).catch(this.settings.onError)
    }
  }

  /** A page that is being read is read again afterwards, so that an older view never follows a newer one. */
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

/** The next moment at which a page shows something else although nothing is written. */
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
  ({ live: { marks, onError }, clock }) => new CheckoutWatch({ marks, clock, onError })
)
