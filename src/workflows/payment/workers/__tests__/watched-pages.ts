import { sampleCheckout } from "../../../../types/http/__tests__/sample-checkout"
import type { CheckoutMark } from "../../../../modules/onchain/payment/live-updates"
import type { OnchainCheckout } from "../../../../types/http"
import { CheckoutWatch, type Watcher } from "../checkout-watch"

export const START_MS = Date.parse("2026-11-24T12:00:00Z")

/** A database and a clock under manual control. */
export function watchedPages({ collections = 3 } = {}) {
  let nowMs = START_MS
  const marks = new Map(Array.from({ length: collections }, (_, n) => [`col_${n}`, 0]))
  const written = new Set<string>()
  const reads: (readonly string[])[] = []
  const errors: unknown[] = []
  const shown = new Map<string, Partial<OnchainCheckout["payment"]>>()
  const views: string[] = []
  let frozen: string | undefined
  let beforeView: (link: string) => Promise<void> = () => Promise.resolve()
  let beforeRead: () => Promise<void> = () => Promise.resolve()
  let onTick: (() => void) | undefined
  const notices = { isLive: false, onNotice: (_: string) => {} }
  const noticed: (readonly string[])[] = []
  const markOf = (id: string): CheckoutMark => ({ collection_id: id, mark: String(marks.get(id)) })

  const watch = new CheckoutWatch({
    marks: {
      ofLink: (link) => Promise.resolve(markOf(link.replace("link", "col").split("/")[0] ?? "")),
      ofCollections: async (compared) => {
        noticed.push(compared)
        await beforeRead()
        return compared.map(markOf)
      },
      read: async (compared) => {
        reads.push(compared)
        await beforeRead()
        return [...new Set([...written, ...compared])].map(markOf)
      },
    },
    notices: {
      get isLive() {
        return notices.isLive
      },
      start(onNotice) {
        notices.onNotice = onNotice
        return () => (notices.onNotice = () => {})
      },
    },
    clock: () => nowMs,
    onError: (error) => errors.push(error),
    everyTick: (tick) => {
      onTick = tick
      return () => (onTick = undefined)
    },
  })

  async function view(link: string): Promise<OnchainCheckout> {
    views.push(link)
    const collection = link.replace("link", "col").split("/")[0] ?? ""
    const version = frozen ?? `v${marks.get(collection)}`
    await beforeView(link)
    return { ...sampleCheckout({ expires_at: null, ...shown.get(collection) }), version }
  }

  /** Opens a stream of a link such as `link_1`, or `link_1/other` for a second link of its payment. */
  async function open(link: string, { version = null as string | null } = {}) {
    const seen: string[] = []
    const state = { isEnded: false, isKept: true }
    const watcher: Watcher = {
      version,
      send: (sent) => seen.push(sent),
      keep: () => state.isKept,
      end: () => (state.isEnded = true),
    }
    const leave = (await watch.open(link, () => view(link)))(watcher)
    return { seen, state, leave }
  }

  return {
    watch,
    open,
    reads,
    notices,
    noticed,
    async notice(...collections: string[]) {
      for (const collection of collections) notices.onNotice(collection)
      await settle()
    },
    errors,
    views,
    change(collection: string, payment?: Partial<OnchainCheckout["payment"]>) {
      marks.set(collection, (marks.get(collection) ?? 0) + 1)
      if (payment) shown.set(collection, payment)
    },
    freezeVersion: (version: string) => (frozen = version),
    /** As the database's index of recent writes reports it. */
    note: (collection: string) => written.add(collection),
    isTicking: () => onTick !== undefined,
    async tick(ms = 1_000) {
      nowMs += ms
      onTick?.()
      await settle()
    },
    slowViews: (wait: (link: string) => Promise<void>) => (beforeView = wait),
    slowReads: (wait: () => Promise<void>) => (beforeRead = wait),
  }
}

export const settle = () => new Promise((done) => setImmediate(done))
