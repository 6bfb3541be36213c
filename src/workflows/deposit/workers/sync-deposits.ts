import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { GatewayClient } from "../../../gateway/client/client"
import type { ListPage, Listing } from "../../../gateway/client/walk"
import { REVIEW_REQUIRED, type Deposit } from "../../../gateway/contract"
import { isConfirmed, isResultOf } from "../../../domain/deposit/deposit-lifecycle"
import type { Reading } from "../../../domain/payment/cancel-unpaid-order"
import type { DepositMirror } from "../../../modules/onchain/deposit/deposit-mirror"
import type { DepositRow } from "../../../modules/onchain/deposit/deposit-store"
import { explainUnreachable } from "../../../modules/onchain/health/gateway-advice"
import { exclusivelyBy } from "../../../modules/onchain/work/claim"
import {
  type DepositSyncName,
  duringRun,
  type SyncCount,
  type SyncRuns,
} from "../../../modules/onchain/work/sync-runs"
import type { OnchainDepositSyncResponse } from "../../../types/http"
import { perStore, workOff } from "../../worker"
import { executeAction } from "../resolve-deposit"

const LOCK_KEY = "onchain:sync-deposits"
/** The whole list is long. */
const PATIENCE = { waitS: 20, longestMs: 60 * 60_000 }

/** Reads the service's deposits, for the job and for an operator. Safe to interrupt and to repeat. */
export async function syncDeposits(
  container: MedusaContainer,
  input: { is_forced: boolean }
): Promise<OnchainDepositSyncResponse> {
  const sync = depositSyncOf(container)
  if (!input.is_forced && (await sync.isUnderWay())) return { syncs: [] }
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const run = () => sync.run({ isForced: input.is_forced })
  const exclusively = exclusivelyBy(container.resolve(Modules.LOCKING), PATIENCE)
  const results = await exclusively(LOCK_KEY, run).catch(explainUnreachable)
  await container.resolve("onchain").deposits.links.linkAndQueue()
  for (const { name, seen, changed } of results)
    if (changed > 0) logger.info(`onchain: ${name} done: ${seen} read, ${changed} changed`)
  return {
    syncs: results.map(({ name, hasRun, seen, changed }) => ({ name, has_run: hasRun, seen, changed })),
  }
}

/** Only the lists move a deposit: a signature proves the sender, not the content. @throws GatewayError; the inbox then tries again */
export async function recordDepositEvent(
  container: MedusaContainer,
  { event, deposit }: { event: string; deposit: Deposit }
): Promise<void> {
  const { mirror } = container.resolve("onchain").deposits
  if (!isConfirmed(await mirror.report(event, deposit))) await depositSyncOf(container).confirmReported()
}

const MOST_REPEATED = 50

/** Repeats calls without an answer, and queues accepted money that a process left behind. Any number of processes share the work. */
export async function finishDepositActions(container: MedusaContainer): Promise<void> {
  const { deposits } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  await workOff({
    claim: () => deposits.store.takeDue(),
    most: MOST_REPEATED,
    handle: async (claim) => {
      const { id, state, last_error } = await executeAction(container, claim)
      const what = `onchain: deposit ${id}: ${claim.action} repeated (call ${claim.action_attempts})`
      if (isResultOf(claim.action, state)) logger.info(`${what} and done`)
      else logger.warn(`${what}, now ${state}: ${last_error ?? "resolved elsewhere"}`)
    },
  })
  await deposits.links.queueTied()
}

type Run = { hasRun: boolean; isComplete: boolean } & SyncCount
type SyncResult = Pick<OnchainDepositSyncResponse["syncs"][number], "name"> & Run

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

const ENDED = ["refund_pending", "refunded", "accepted", "assigned"] as const

type Dependencies = {
  gateway: Pick<GatewayClient, "listDeposits">
  mirror: DepositMirror
  runs: SyncRuns
  onChange: (row: DepositRow) => Promise<void>
  pause?: (ms: number) => Promise<void>
}

/** The whole list is read seldom, and sooner while a deposit has left the review or its refund must have ended. */
export class DepositSync {
  private lateReading: Promise<Run> | undefined
  private isReportedAwaited = false

  constructor(private readonly parts: Dependencies) {}

  async isUnderWay(): Promise<boolean> {
    const { runs } = this.parts
    return (await runs.isUnderWay("deposits_in_review")) || (await runs.isUnderWay("deposits_all"))
  }

  /**
   * Whether a reading that began after `since`, by the database's clock, reached the end. Parallel callers share one, in all processes.
   */
  async ensureReviewRead(since: Date): Promise<Reading> {
    if (await this.isReviewReadSince(since)) return "read"
    this.lateReading ??= this.read("deposits_of_late_orders", LATE_PAUSE_MS, () =>
      this.list(REVIEW_REQUIRED)
    ).finally(() => (this.lateReading = undefined))
    const { hasRun, isComplete } = await this.lateReading
    if (await this.isReviewReadSince(since)) return "read"
    return hasRun && !isComplete ? "incomplete" : "busy"
  }

  private async isReviewReadSince(since: Date): Promise<boolean> {
    const names = ["deposits_in_review", "deposits_of_late_orders"] as const
    const began = await Promise.all(names.map((name) => this.parts.runs.position(name)))
    return began.some((at) => at !== null && Date.parse(at) >= since.getTime())
  }

  /** One caller of this process waits for its turn: its reading begins after the others' reports, so they need none of their own. */
  async confirmReported(): Promise<void> {
    if (this.isReportedAwaited) return
    this.isReportedAwaited = true
    const { pause = (ms: number) => new Promise<void>((go) => setTimeout(go, ms)) } = this.parts
    try {
      for (let tries = 0; tries < REPORTED_TRIES; tries++) {
        if ((await this.readReported()).hasRun) return
        await pause(REPORTED_PAUSE_MS / 2)
      }
    } finally {
      this.isReportedAwaited = false
    }
  }

  private readReported(): Promise<Run> {
    // Later reports may miss this reading.
    const onBegin = () => (this.isReportedAwaited = false)
    const list = () => this.listReported()
    return this.read("deposits_reported", REPORTED_PAUSE_MS, list, new Set(), onBegin)
  }

  /** Those in review first; then the lists that the remaining reports point to. */
  private async *listReported(): AsyncGenerator<ListPage<Deposit>, void, undefined> {
    yield* this.list(REVIEW_REQUIRED)
    for (const state of await this.parts.mirror.listReported()) yield* this.list(state)
  }

  private list(status: string): Listing<Deposit> {
    return this.parts.gateway.listDeposits({ status })
  }

  /** @param isForced reads both lists now, unless another process is reading them */
  async run({ isForced = false } = {}): Promise<SyncResult[]> {
    const { runs, mirror } = this.parts
    const askedAt = await runs.now()
    const listed = new Set<string>()
    const pauseMs = isForced ? 0 : REVIEW_PAUSE_MS
    const review = await this.read("deposits_in_review", pauseMs, () => this.list(REVIEW_REQUIRED), listed)
    const results: SyncResult[] = [{ name: "deposits_in_review", ...review }]
    if (!review.hasRun) return results
    const isMissing = (await mirror.listMissing(listed, askedAt)).length > 0
    if ((await mirror.listReported()).length > 0) await this.readReported()
    const wholePauseMs = isMissing ? SEARCH_PAUSE_MS : WHOLE_PAUSE_MS
    const whole = await this.read("deposits_all", isForced ? 0 : wholePauseMs, () => this.listWhole(), listed)
    results.push({ name: "deposits_all", ...whole })
    if (whole.hasRun) await this.searchMissing(listed, askedAt, review.isComplete && whole.isComplete)
    return results
  }

  /** An incomplete whole list stays so: there may be unknown statuses. */
  private async *listWhole(): AsyncGenerator<ListPage<Deposit>, void, undefined> {
    for await (const { rows, end } of this.parts.gateway.listDeposits()) {
      if (end?.isComplete !== false) {
        yield { rows, end }
        continue
      }
      yield { rows, end: null }
      // Lists by status reach further than an incomplete whole list.
      for (const status of [REVIEW_REQUIRED, ...ENDED])
        for await (const page of this.list(status)) yield { rows: page.rows, end: null }
      yield { rows: [], end }
    }
  }

  /** Those in no list offer nothing until one has them again; an incomplete list decides nothing. */
  private async searchMissing(listed: Set<string>, askedAt: Date, areListsComplete: boolean): Promise<void> {
    const { runs, mirror } = this.parts
    // A refund under way is only waited for.
    const findLost = async () => (await mirror.listMissing(listed, askedAt)).filter((id) => !listed.has(id))
    if ((await findLost()).length === 0) return
    const searchedAt = await runs.now()
    let isComplete = areListsComplete
    for (const state of ENDED)
      if (!(await this.record(this.list(state), searchedAt, listed))) isComplete = false
    if (isComplete) await mirror.noteUnknown(await findLost(), askedAt)
  }

  private async read(
    name: DepositSyncName,
    pauseMs: number,
    list: () => Listing<Deposit>,
    listed = new Set<string>(),
    onBegin?: () => unknown
  ): Promise<Run> {
    const { runs } = this.parts
    const count = { seen: 0, changed: 0, isComplete: false }
    const read = await duringRun(runs, name, pauseMs, async () => {
      onBegin?.()
      const askedAt = await runs.now()
      count.isComplete = await this.record(list(), askedAt, listed, (seen, changed) => {
        count.seen += seen
        count.changed += changed
        return runs.progress(name, count)
      })
      if (count.isComplete) await runs.advance(name, askedAt.toISOString())
      return count
    })
    return { hasRun: read !== null, ...count }
  }

  private async record(
    list: Listing<Deposit>,
    askedAt: Date,
    listed: Set<string>,
    onChunk?: (seen: number, changed: number) => Promise<void>
  ): Promise<boolean> {
    const { mirror, onChange } = this.parts
    let isComplete = false
    for await (const { rows, end } of list) {
      isComplete = end?.isComplete ?? false
      for (let from = 0; from < rows.length; from += CHUNK) {
        const chunk = rows.slice(from, from + CHUNK)
        const changed = await mirror.recordList(chunk, askedAt)
        for (const row of changed) await onChange(row)
        for (const { depositId } of chunk) listed.add(depositId)
        await onChunk?.(chunk.length, changed.length)
      }
    }
    return isComplete
  }
}

export const depositSyncOf = perStore(({ gateway, deposits: { mirror, links }, syncRuns: runs }) => {
  const onChange = ({ id }: DepositRow) => links.linkAndQueue(id)
  return new DepositSync({ gateway, mirror, runs, onChange })
})
