import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { GatewayClient } from "../../../gateway/client/client"
import type { ListPage, Listing } from "../../../gateway/client/pages"
import { REVIEW_REQUIRED, type Deposit } from "../../../gateway/contract"
import type { DepositBacklog } from "../../../modules/onchain/deposit/deposit-list"
import type { DepositMirror } from "../../../modules/onchain/deposit/deposit-mirror"
import {
  type DepositRow,
  type DepositStore,
  isConfirmed,
} from "../../../modules/onchain/deposit/deposit-store"
import { explainUnreachable } from "../../../modules/onchain/health/gateway-advice"
import { exclusivelyBy } from "../../../modules/onchain/work/locks"
import {
  type DepositSyncName,
  duringRun,
  type LateReading,
  type ReportedReading,
  type SyncCount,
  type SyncRuns,
} from "../../../modules/onchain/work/sync-runs"
import type { OnchainDepositSyncResponse } from "../../../types/http"
import { perStore } from "../../worker"

const LOCK_KEY = "onchain:sync-deposits"
/** Seconds to wait for a run of another process. */
const WAIT_S = 20

/**
 * Reads the service's deposits, for the job and for an operator who does not want to wait.
 *
 * Safe to interrupt and to repeat.
 */
export async function syncDeposits(
  container: MedusaContainer,
  input: { is_forced: boolean }
): Promise<OnchainDepositSyncResponse> {
  const sync = depositSyncOf(container)
  if (!input.is_forced && (await sync.isUnderWay())) return { syncs: [] }
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const run = () => sync.run(depositListeners(container), { isForced: input.is_forced })
  const results = await exclusivelyBy(container.resolve(Modules.LOCKING), WAIT_S)(LOCK_KEY, run).catch(
    explainUnreachable
  )
  const { deposits, payments } = container.resolve("onchain")
  await deposits.links.linkAndQueue(payments)
  for (const { name, seen, changed } of results)
    if (changed > 0) logger.info(`onchain: ${name} done: ${seen} read, ${changed} changed`)
  return {
    syncs: results.map(({ name, hasRun, seen, changed }) => ({ name, has_run: hasRun, seen, changed })),
  }
}

type DepositEvent = { event: string; deposit: Deposit }

/**
 * Stores what an event reports about a deposit, and checks it in the service's lists. Only they move it: a
 * signature proves the sender, not the content.
 *
 * @throws GatewayError when the lists cannot be read; the inbox then tries again
 */
export async function recordDepositEvent(
  container: MedusaContainer,
  { event, deposit }: DepositEvent
): Promise<void> {
  const { mirror } = container.resolve("onchain").deposits
  const reported = await mirror.report(event, deposit)
  if (!isConfirmed(reported)) await depositSyncOf(container).confirmReported(depositListeners(container))
}

/** A short list is not worth a line a minute. */
const ROWS_PER_LINE = 1_000

/** Changed deposits are tied and queued, progress goes to the log. */
export function depositListeners(container: MedusaContainer): SyncListeners {
  const { deposits, payments } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  return {
    onChange: ({ id }) => deposits.links.linkAndQueue(payments, id),
    onProgress: (name, { seen, changed }) => {
      if (seen % ROWS_PER_LINE === 0) logger.info(`onchain: ${name}: ${seen} read, ${changed} changed`)
    },
  }
}

/** `isComplete`: the list was read to a proven end. */
export type SyncResult<Name = DepositSyncName> = {
  name: Name
  hasRun: boolean
  isComplete: boolean
} & SyncCount

/** `busy` when another process reads the list or has just done so. */
export type ReviewReading = "read" | "incomplete" | "busy"

const CHUNK = 100
const REVIEW_PAUSE_MS = 30_000
/** Overdue orders share a reading. */
const LATE_PAUSE_MS = 5_000
/** A flood of events costs one reading in this time, in all processes together. */
const REPORTED_PAUSE_MS = 3_000
/** Another process may be reading; after that the job looks, every minute. */
const REPORTED_TRIES = 4
/** The whole list is long and changes little. */
const WHOLE_PAUSE_MS = 6 * 3_600_000
/** While a deposit has left the list of those in review with an unknown outcome. */
const SEARCH_PAUSE_MS = 10 * 60_000

type Dependencies = {
  gateway: Pick<GatewayClient, "listDeposits">
  store: DepositStore
  mirror: DepositMirror
  backlog: DepositBacklog
  runs: SyncRuns
  pause?: (ms: number) => Promise<void>
}
export type SyncListeners = {
  /** Receives deposits that are new or have moved. */
  onChange: (row: DepositRow) => Promise<void>
  onProgress: (name: DepositSyncName | LateReading | ReportedReading, count: SyncCount) => void
}

/**
 * Updates the mirror from the service's lists, so that it is right even without a webhook.
 *
 * The list of deposits in review is read every time. The whole list is read seldom, and sooner while a
 * deposit has left the review or its refund must have ended. An interrupted run begins again; unchanged rows
 * cost a read.
 */
export class DepositSync {
  private lateReading: Promise<SyncResult<LateReading>> | undefined
  private isReportedAwaited = false

  constructor(private readonly parts: Dependencies) {}

  /** Waiting is pointless while a process is reading a list. */
  async isUnderWay(): Promise<boolean> {
    const { runs } = this.parts
    return (await runs.isUnderWay("deposits_in_review")) || (await runs.isUnderWay("deposits_all"))
  }

  /**
   * Makes sure that a reading of the deposits in review that began after `since` has reached the end.
   * Parallel callers share one reading, also across processes.
   *
   * @param since by the database's clock
   * @throws GatewayError when the list cannot be read
   */
  async ensureReviewRead(listeners: SyncListeners, since: Date): Promise<ReviewReading> {
    if (await this.isReviewReadSince(since)) return "read"
    this.lateReading ??= this.read(
      "deposits_of_late_orders",
      LATE_PAUSE_MS,
      () => this.listReview(),
      listeners
    ).finally(() => (this.lateReading = undefined))
    const { hasRun, isComplete } = await this.lateReading
    if (await this.isReviewReadSince(since)) return "read"
    return hasRun && !isComplete ? "incomplete" : "busy"
  }

  /**
   * Looks in the lists for what events have reported. One caller of this process waits for its turn: its
   * reading begins after the others' reports, so they need none of their own.
   *
   * @throws GatewayError when a list cannot be read
   */
  async confirmReported(listeners: SyncListeners): Promise<void> {
    if (this.isReportedAwaited) return
    this.isReportedAwaited = true
    const { pause = (ms: number) => new Promise<void>((go) => setTimeout(go, ms)) } = this.parts
    try {
      for (let tries = 0; tries < REPORTED_TRIES; tries++) {
        if ((await this.readReported(listeners, () => (this.isReportedAwaited = false))).hasRun) return
        await pause(REPORTED_PAUSE_MS / 2)
      }
    } finally {
      this.isReportedAwaited = false
    }
  }

  /** @param onBegin called before the request: later reports may miss this reading */
  private readReported(listeners: SyncListeners, onBegin?: () => void): Promise<SyncResult<ReportedReading>> {
    const list = () => this.listReported()
    return this.read("deposits_reported", REPORTED_PAUSE_MS, list, listeners, { onBegin })
  }

  /** Those in review first; then the lists that the remaining reports point to. */
  private async *listReported(): AsyncGenerator<ListPage<Deposit>, void, undefined> {
    yield* this.listReview()
    for (const state of await this.parts.backlog.listReported()) yield* this.listEnded(state)
  }

  private listEnded(state: (typeof ENDED)[number]): Listing<Deposit> {
    return this.parts.gateway.listDeposits({ status: state })
  }

  private async isReviewReadSince(since: Date): Promise<boolean> {
    const { runs } = this.parts
    const began = await Promise.all([
      runs.position("deposits_in_review"),
      runs.position("deposits_of_late_orders"),
    ])
    return began.some((at) => at !== null && Date.parse(at) >= since.getTime())
  }

  /** @param isForced reads both lists now, unless another process is reading them */
  async run(listeners: SyncListeners, { isForced = false } = {}): Promise<SyncResult[]> {
    const askedAt = await this.parts.store.now()
    const listed = new Set<string>()
    const review = await this.readReview(listeners, isForced ? 0 : REVIEW_PAUSE_MS, listed)
    if (!review.hasRun) return [review]
    const wanted = await this.parts.backlog.listMissing(listed, askedAt)
    if ((await this.parts.backlog.listReported()).length > 0) await this.readReported(listeners)
    const pauseMs = wanted.length > 0 ? SEARCH_PAUSE_MS : WHOLE_PAUSE_MS
    const whole = await this.readWhole(listeners, isForced ? 0 : pauseMs, listed)
    if (whole.hasRun)
      await this.searchMissing(listeners, listed, {
        askedAt,
        areListsComplete: review.isComplete && whole.isComplete,
      })
    return [review, whole]
  }

  /**
   * Looks for missing deposits in the lists by status. Those in none are marked as unknown and offer nothing
   * until a list has them again; an incomplete list decides nothing.
   */
  private async searchMissing(
    listeners: SyncListeners,
    listed: Set<string>,
    { askedAt, areListsComplete }: { askedAt: Date; areListsComplete: boolean }
  ): Promise<void> {
    const { store, mirror, backlog } = this.parts
    if ((await this.listLost(listed, askedAt)).length === 0) return
    const searchedAt = await store.now()
    let isComplete = areListsComplete
    for (const state of ENDED) {
      let isRead = false
      for await (const { rows, end } of this.listEnded(state)) {
        isRead = end?.isComplete ?? false
        for (const chunk of chunksOf(rows)) {
          for (const row of await mirror.recordList(chunk, searchedAt)) await listeners.onChange(row)
          for (const { depositId } of chunk) listed.add(depositId)
        }
      }
      isComplete &&= isRead
    }
    if (!isComplete) return
    await backlog.noteUnknown(await this.listLost(listed, askedAt), askedAt)
  }

  /** Deposits in review that no list had. A refund under way is only waited for. */
  private async listLost(listed: ReadonlySet<string>, askedAt: Date): Promise<string[]> {
    return (await this.parts.backlog.listMissing(listed, askedAt)).filter((id) => !listed.has(id))
  }

  /** @param listed gets the identifiers that the list has */
  private readReview(listeners: SyncListeners, pauseMs: number, listed: Set<string>): Promise<SyncResult> {
    return this.read("deposits_in_review", pauseMs, () => this.listReview(), listeners, { listed })
  }

  private readWhole(listeners: SyncListeners, pauseMs: number, listed: Set<string>): Promise<SyncResult> {
    return this.read("deposits_all", pauseMs, () => this.listWhole(), listeners, { listed })
  }

  private listReview(): Listing<Deposit> {
    return this.parts.gateway.listDeposits({ status: REVIEW_REQUIRED })
  }

  /** An incomplete whole list stays so: there may be unknown statuses. */
  private async *listWhole(): AsyncGenerator<ListPage<Deposit>, void, undefined> {
    const { gateway } = this.parts
    for await (const { rows, end } of gateway.listDeposits()) {
      if (end?.isComplete !== false) {
        yield { rows, end }
        continue
      }
      yield { rows, end: null }
      // Lists by status reach further than an incomplete whole list.
      for (const status of [REVIEW_REQUIRED, ...ENDED])
        for await (const page of gateway.listDeposits({ status })) yield { rows: page.rows, end: null }
      yield { rows: [], end }
    }
  }

  private async read<Name extends DepositSyncName | LateReading | ReportedReading>(
    name: Name,
    pauseMs: number,
    list: () => Listing<Deposit>,
    { onChange, onProgress }: SyncListeners,
    { listed, onBegin }: { listed?: Set<string>; onBegin?: (() => void) | undefined } = {}
  ): Promise<SyncResult<Name>> {
    const { store, mirror, runs } = this.parts
    const count = { seen: 0, changed: 0, isComplete: false }
    const read = await duringRun(runs, name, pauseMs, async () => {
      onBegin?.()
      const askedAt = await store.now()
      for await (const { rows, end } of list()) {
        count.isComplete = end?.isComplete ?? false
        for (const chunk of chunksOf(rows)) {
          const changed = await mirror.recordList(chunk, askedAt)
          for (const row of changed) await onChange(row)
          for (const { depositId } of chunk) listed?.add(depositId)
          count.seen += chunk.length
          count.changed += changed.length
          await runs.progress(name, count)
          onProgress(name, count)
        }
      }
      if (count.isComplete) await runs.advance(name, askedAt.toISOString())
      return count
    })
    return { name, hasRun: read !== null, ...count }
  }
}

const ENDED = ["refund_pending", "refunded", "accepted", "assigned"] as const

function* chunksOf(deposits: readonly Deposit[]): Generator<Deposit[], void, undefined> {
  for (let from = 0; from < deposits.length; from += CHUNK) yield deposits.slice(from, from + CHUNK)
}

export const depositSyncOf = perStore(({ gateway, deposits, syncRuns: runs }) => {
  const { store, mirror, backlog } = deposits
  return new DepositSync({ gateway, store, mirror, backlog, runs })
})
