import type { GatewayClient } from "../../gateway/client/gateway-client"
import type { Transaction } from "../../gateway/contract"
import type { CallBudget } from "./call-budget"
import { reasonOf } from "./error-reason"
import type { SyncCount, SyncRuns, TransactionSyncName } from "./sync-runs"
import type { TransactionMirror } from "./transaction-mirror"

/** What a synchronisation did, or that somebody else was at it or it was not its turn. */
export type TransactionSyncResult = { name: TransactionSyncName; hasRun: boolean } & SyncCount

/** How the mirror stands, for whoever reads it. */
export type TransactionSyncState = { finishedAt: Date | null; isRunning: boolean; lastError: string | null }

/** The order of the list is not documented: that the newest come first is a guess that saves calls, no more. */
const QUIET_PAGES = 3
const QUICK_PAUSE_MS = 30_000
const WHOLE_PAUSE_MS = 6 * 3_600_000

type Parts = {
  gateway: Pick<GatewayClient, "listTransactions">
  mirror: TransactionMirror
  runs: SyncRuns
  budget: Pick<CallBudget, "take">
  /** Rows that the service is asked for per page. */
  pageSize: number
}

/**
 * Brings the mirror of transactions up to date from the service's list.
 *
 * A quick run stops where three pages bring nothing new. A whole run goes to the end: every six hours, before a report,
 * and when somebody asks for it. What was cut off begins again, and rows that are as they were are not written.
 *
 * @see service-interface "Limits", rule 3
 */
export class TransactionSync {
  constructor(private readonly parts: Parts) {}

  /** The whole list when that is due, else a quick look. Run by a job. */
  async run(): Promise<TransactionSyncResult> {
    const whole = await this.read("transactions_all", WHOLE_PAUSE_MS)
    return whole.hasRun ? whole : this.read("transactions", QUICK_PAUSE_MS)
  }

  /**
   * The whole list, now.
   *
   * @param onPage told how far it is, so that a caller can show that it is alive
   */
  readWhole(onPage?: (count: SyncCount) => Promise<void>): Promise<TransactionSyncResult> {
    return this.read("transactions_all", 0, onPage)
  }

  async state(): Promise<TransactionSyncState> {
    const { runs } = this.parts
    const [quick, whole] = await Promise.all([runs.find("transactions"), runs.find("transactions_all")])
    const latest = [quick, whole]
      .flatMap((run) => (run?.finished_at ? [{ ...run, finished_at: run.finished_at }] : []))
      .sort((a, b) => b.finished_at.getTime() - a.finished_at.getTime())[0]
    const isRunning = (await runs.isUnderWay("transactions")) || (await runs.isUnderWay("transactions_all"))
    return { finishedAt: latest?.finished_at ?? null, isRunning, lastError: latest?.last_error ?? null }
  }

  private async read(
    name: TransactionSyncName,
    pauseMs: number,
    onPage?: (count: SyncCount) => Promise<void>
  ): Promise<TransactionSyncResult> {
    const { runs } = this.parts
    const count = { seen: 0, changed: 0 }
    if (!(await runs.begin(name, pauseMs))) return { name, hasRun: false, ...count }
    try {
      await this.readPages(name, count, onPage)
    } catch (error) {
      await runs.finish(name, reasonOf(error))
      throw error
    }
    await runs.finish(name, null)
    return { name, hasRun: true, ...count }
  }

  private async readPages(
    name: TransactionSyncName,
    count: SyncCount,
    onPage?: (count: SyncCount) => Promise<void>
  ): Promise<void> {
    const { mirror, runs } = this.parts
    let quiet = 0
    for await (const page of this.pages()) {
      const { changed } = await mirror.record(page)
      count.seen += page.length
      count.changed += changed
      await runs.progress(name, count)
      await onPage?.({ ...count })
      quiet = changed === 0 ? quiet + 1 : 0
      if (name === "transactions" && quiet === QUIET_PAGES) return
    }
  }

  /** Each page is one call. */
  private async *pages(): AsyncGenerator<Transaction[], void, undefined> {
    const { gateway, budget, pageSize } = this.parts
    let page: Transaction[] = []
    await budget.take()
    for await (const transaction of gateway.listTransactions()) {
      page.push(transaction)
      if (page.length < pageSize) continue
      yield page
      page = []
      await budget.take()
    }
    if (page.length > 0) yield page
  }
}
