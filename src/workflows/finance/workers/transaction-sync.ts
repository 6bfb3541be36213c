import { perStore } from "../../per-store"
import type { GatewayClient } from "../../../gateway/client/gateway-client"
import type { BackgroundRateLimiter } from "../../../modules/onchain/work/background-rate-limiter"
import { duringRun } from "../../../modules/onchain/work/sync-runs"
import type { SyncCount, SyncRuns, TransactionSyncName } from "../../../modules/onchain/work/sync-runs"
import type { TransactionMirror } from "../../../modules/onchain/finance/transaction-list"

/**
 * What a synchronisation did, or that another process was at it or it was too soon. `isComplete`: the list was read to a proven
 * end, or a quick look stopped where nothing new came.
 */
export type TransactionSyncResult = {
  name: TransactionSyncName
  hasRun: boolean
  isComplete: boolean
} & SyncCount

/** How fresh the mirror is. */
export type TransactionSyncState = {
  /** When the whole list was last read to its end, by when that reading began. */
  finishedAt: Date | null
  /** When new ones were last looked for, be it by reading the whole list. */
  lookedAt: Date | null
  isRunning: boolean
  /** Why the whole list could not be read, until it is; else why the last quick look failed. */
  lastError: string | null
}

/** The order of the list is not documented: that the newest come first is a guess that saves calls, no more. */
const QUIET_PAGES = 3
/** A little under a quarter of an hour, so that the tick that comes then is not refused for some milliseconds. */
const QUICK_PAUSE_MS = 15 * 60_000 - 30_000
const WHOLE_PAUSE_MS = 6 * 3_600_000

type Parts = {
  gateway: Pick<GatewayClient, "listTransactions">
  mirror: TransactionMirror
  runs: SyncRuns
  budget: Pick<BackgroundRateLimiter, "take">
}

/** Noted as the reason of a run, and no failure of it: what the list had is in the mirror. */
class ListIncomplete extends Error {}

/**
 * Brings the mirror of transactions up to date from the service's list.
 *
 * A quick run stops where three pages bring nothing new. A whole run goes to the end: every six hours, before a report,
 * and on request. What was cut off begins again, and rows that are as they were are not written. A list whose
 * end is not proven leaves what it has, and the mirror is as complete as it was before.
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
   * @param onPage reports progress, so that a caller can show that it is alive
   */
  readWhole(onPage?: (count: SyncCount) => Promise<void>): Promise<TransactionSyncResult> {
    return this.read("transactions_all", 0, onPage)
  }

  /** A quick look, now, for a caller that needs the newest rows. */
  readQuick(): Promise<TransactionSyncResult> {
    return this.read("transactions", 0)
  }

  /**
   * Since when at the latest the mirror holds everything: when the last whole run began that came to its end. What the
   * service has listed after that may be missing.
   *
   * @returns null before the first
   */
  async completeAsOf(): Promise<Date | null> {
    return toDate(await this.parts.runs.position("transactions_all"))
  }

  /**
   * How long the last whole run took that came to its end. More where one after it failed: nobody knows then how long the next
   * one takes.
   */
  async wholeTakesMs(): Promise<number> {
    const [whole, asOf] = await Promise.all([this.parts.runs.find("transactions_all"), this.completeAsOf()])
    const finishedAt = whole?.finished_at ?? null
    return finishedAt === null || asOf === null ? Infinity : finishedAt.getTime() - asOf.getTime()
  }

  /** A quick look that succeeds says nothing of what it does not reach, so it hides no failure of the whole reading. */
  async state(): Promise<TransactionSyncState> {
    const { runs } = this.parts
    const [quick, whole, lookedAt, finishedAt] = await Promise.all([
      runs.find("transactions"),
      runs.find("transactions_all"),
      runs.position("transactions"),
      runs.position("transactions_all"),
    ])
    const isRunning = (await runs.isUnderWay("transactions")) || (await runs.isUnderWay("transactions_all"))
    const latest = [lookedAt, finishedAt].flatMap((at) => (at === null ? [] : [at])).sort()
    return {
      finishedAt: toDate(finishedAt),
      lookedAt: toDate(latest.at(-1) ?? null),
      isRunning,
      lastError: whole?.last_error ?? quick?.last_error ?? null,
    }
  }

  private async read(
    name: TransactionSyncName,
    pauseMs: number,
    onPage?: (count: SyncCount) => Promise<void>
  ): Promise<TransactionSyncResult> {
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
    onPage?: (count: SyncCount) => Promise<void>
  ): Promise<void> {
    const { mirror, runs, budget } = this.parts
    const showAlive = async () => {
      await runs.progress(name, count)
      await onPage?.({ ...count })
    }
    // Each page is one call. Both the wait for it and the call itself may take long.
    const beforeCall = async () => {
      await budget.take()
      await showAlive()
    }
    let quiet = 0
    await beforeCall()
    for await (const { rows, end } of this.parts.gateway.listTransactions()) {
      const { changed } = await mirror.record(rows)
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

/** The sync of this process's store. */
export const transactionSyncOf = perStore(({ gateway, finance, syncRuns: runs }) => {
  const { mirror, limiter } = finance
  return new TransactionSync({ gateway, mirror, runs, budget: limiter })
})
