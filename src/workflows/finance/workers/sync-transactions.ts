import type { RateLimiter } from "../../../gateway/client/call"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Reading } from "../../../domain/payment/cancel-unpaid-order"
import { pollsPerMinute } from "../../../modules/onchain/gateway-clients"
import type { GatewayClient } from "../../../gateway/client/client"
import type { Transactions } from "../../../modules/onchain/finance/transactions"
import {
  duringRun,
  isUnavailable,
  type SyncCount,
  type SyncRuns,
  type TransactionSyncName,
} from "../../../modules/onchain/work/sync-runs"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { inTime } from "../../../modules/onchain/work/claim"
import { perStore } from "../../worker"

/** A request waits no longer than this; the reading continues. */
const PATIENCE_MS = 20_000
/** Guesses that the newest come first, which is not documented; a wrong guess costs only calls. */
const QUIET_PAGES = 3
/** Slightly less than the interval of the job, which would otherwise come some milliseconds too early. */
const QUICK_PAUSE_MS = 15 * 60_000 - 30_000
const WHOLE_PAUSE_MS = 6 * 3_600_000
/** Overdue orders share a reading. */
const LATE_PAUSE_MS = 5_000
/** An overdue order waits no longer than this; the reading continues, and a later check finds it. */
const LATE_PATIENCE_MS = 10_000
/** Of the calls per minute, so that a long list does not delay other calls. */
const SHARE_OF_CALLS = 1 / 4

/**
 * Reads the service's transactions into the mirror, for the job and for an operator who does not want to wait.
 *
 * Safe to interrupt and to repeat. An unavailable service is no error: the mirror is shown with the reason.
 *
 * @param input `is_whole` reads the list to its end; otherwise only as far as is due
 */
export async function syncTransactions(
  container: MedusaContainer,
  { is_whole }: { is_whole: boolean }
): Promise<void> {
  const sync = transactionSyncOf(container)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const run = async () => {
    try {
      const { name, seen, changed } = is_whole ? await sync.readWhole() : await sync.run()
      if (changed > 0) logger.info(`onchain: ${name} done: ${seen} read, ${changed} changed`)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      logger.warn(`onchain: the list of transactions could not be read, again later: ${reasonOf(error)}`)
    }
  }
  if (is_whole) await inTime(run(), PATIENCE_MS)
  else await run()
}

/** `isComplete`: the list was read to a proven end, or a quick look stopped where nothing new came. */
type SyncResult = SyncCount & { name: TransactionSyncName; hasRun: boolean; isComplete: boolean }

type Parts = {
  gateway: Pick<GatewayClient, "listTransactions">
  mirror: Pick<Transactions, "record">
  runs: SyncRuns
  budget: Pick<RateLimiter, "take">
  settings: { pageSize: number; maxCallsPerMinute: number }
}

/** A reason, not a failure of the run: what the list had is in the mirror. */
class ListIncomplete extends Error {}

/**
 * Updates the mirror of transactions from the service's list.
 *
 * A quick run stops after three pages without anything new. A whole run goes to the end: every six hours, before a report, before an
 * unpaid order is cancelled, and on request. An interrupted run starts over, and unchanged rows are not written. A list without a
 * proven end leaves the mirror as complete as it was.
 *
 * @see service-interface "Limits", rule 3
 */
export class TransactionSync {
  private lateReading: Promise<SyncResult> | undefined

  constructor(private readonly parts: Parts) {}

  /** A whole run when it is due, else a quick one. */
  async run(): Promise<SyncResult> {
    const whole = await this.read("transactions_all", WHOLE_PAUSE_MS)
    return whole.hasRun ? whole : this.read("transactions", QUICK_PAUSE_MS)
  }

  /** @param onPage shows that the caller is alive */
  readWhole(onPage?: () => Promise<void>): Promise<SyncResult> {
    return this.read("transactions_all", 0, onPage)
  }

  /** For a caller that needs the newest rows. */
  readQuick(): Promise<SyncResult> {
    return this.read("transactions", 0)
  }

  /**
   * Makes sure that a whole reading that began after `since` has reached the end. Parallel callers share one reading, also
   * across processes.
   *
   * @param since by the database's clock
   * @returns `busy` while a reading is under way, or has just been
   * @throws GatewayError when the list cannot be read
   */
  async ensureRead(since: Date): Promise<Reading> {
    const isRead = async () => ((await this.completeAsOf()) ?? new Date(0)) >= since
    if (await isRead()) return "read"
    this.lateReading ??= this.restMs()
      .then((restMs) => this.read("transactions_all", restMs))
      .finally(() => (this.lateReading = undefined))
    const reading = await inTime(this.lateReading, LATE_PATIENCE_MS)
    if (await isRead()) return "read"
    return reading?.hasRun && !reading.isComplete ? "incomplete" : "busy"
  }

  /** Long lists are read with the same number of calls per minute as short ones. */
  private async restMs(): Promise<number> {
    const { runs, settings } = this.parts
    const pages = Math.floor((await runs.lastSeen("transactions_all")) / settings.pageSize)
    return Math.max(LATE_PAUSE_MS, (pages * 60_000) / (settings.maxCallsPerMinute * SHARE_OF_CALLS))
  }

  /**
   * The start of the last whole run that reached the end. What was listed later may be missing. @returns null
   * before the first
   */
  async completeAsOf(): Promise<Date | null> {
    return toDate(await this.parts.runs.position("transactions_all"))
  }

  /** Duration of the last whole run; longer where a later one failed, because its end is unknown. */
  async wholeTakesMs(): Promise<number> {
    const whole = await this.parts.runs.find("transactions_all")
    if (!whole?.finished_at || whole.position === null) return Infinity
    return whole.finished_at.getTime() - Date.parse(whole.position)
  }

  /**
   * `finishedAt`: start of the last reading that reached the end. `lookedAt`: the last look for new ones, quick or whole.
   * `lastError`: why the whole list could not be read, until it is, so that a successful quick look hides no failure; else why the
   * last quick look failed.
   */
  async state() {
    const { runs } = this.parts
    const [quick, whole] = await Promise.all([runs.find("transactions"), runs.find("transactions_all")])
    const latest = [quick, whole].flatMap((run) => run?.position ?? []).sort()
    return {
      finishedAt: toDate(whole?.position ?? null),
      lookedAt: toDate(latest.at(-1) ?? null),
      isRunning: [quick, whole].some((run) => run?.is_under_way),
      lastError: whole?.last_error ?? quick?.last_error ?? null,
    }
  }

  private async read(
    name: TransactionSyncName,
    pauseMs: number,
    onPage?: () => Promise<void>
  ): Promise<SyncResult> {
    const { runs } = this.parts
    const count = { seen: 0, changed: 0 }
    const beganAt = await runs.now()
    try {
      const read = await duringRun(runs, name, pauseMs, async () => {
        await this.readPages(name, count, onPage)
        await runs.advance(name, beganAt.toISOString())
        return count
      })
      return { name, hasRun: read !== null, isComplete: read !== null, ...count }
    } catch (error) {
      if (error instanceof ListIncomplete) return { name, hasRun: true, isComplete: false, ...count }
      throw error
    }
  }

  private async readPages(
    name: TransactionSyncName,
    count: SyncCount,
    onPage?: () => Promise<void>
  ): Promise<void> {
    const { gateway, mirror, runs, budget } = this.parts
    const showAlive = async () => {
      await runs.progress(name, count)
      await onPage?.()
    }
    // One call per page. Both the wait for it and the call itself may take long.
    const beforeCall = async () => {
      await budget.take()
      await showAlive()
    }
    let quiet = 0
    await beforeCall()
    for await (const { rows, end } of gateway.listTransactions()) {
      const changed = await mirror.record(rows)
      count.seen += rows.length
      count.changed += changed
      await showAlive()
      quiet = changed === 0 ? quiet + 1 : 0
      if (end?.isComplete === false)
        throw new ListIncomplete(
          `the provider's list is incomplete: its end is not proven after ${count.seen} rows`
        )
      if (end !== null || (name === "transactions" && quiet === QUIET_PAGES)) return
      await beforeCall()
    }
  }
}

const toDate = (iso: string | null) => (iso === null ? null : new Date(iso))

export const transactionSyncOf = perStore(({ gateway, finance, syncRuns: runs, options }) => {
  const settings = { pageSize: options.assumptions.list.pageSize, maxCallsPerMinute: pollsPerMinute(options) }
  return new TransactionSync({
    gateway,
    mirror: finance.transactions,
    runs,
    budget: finance.limiter,
    settings,
  })
})
