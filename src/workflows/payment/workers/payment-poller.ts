import { perStore, workOff } from "../../worker"
import type { BackgroundRateLimiter } from "../../../modules/onchain/work/background-rate-limiter"
import type { CircuitBreaker } from "../../../modules/onchain/work/circuit-breaker"
import type { PaymentChecks } from "../../../modules/onchain/payment/payment-checks"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { duringRun } from "../../../modules/onchain/work/sync-runs"
import type { SyncRuns } from "../../../modules/onchain/work/sync-runs"

/** `unavailable` ends the run: the next call would fail as well. */
export type CheckResult = "captured" | "unallocated" | "unchanged" | "failed" | "unavailable"
export type CheckCount = Record<CheckResult, number> & { asked: number }
export type BatchReport = CheckCount & { left: number }

export type ReconciliationSettings = { batchSize: number; concurrency: number }

/** A batch is polled well within its lease, and four calls at once leave the connections of the database to shoppers. */
const SETTINGS: ReconciliationSettings = { batchSize: 50, concurrency: 4 }

type Work = {
  /** Polls one payment and acts on the answer. Reports failures itself. */
  check: (payment: PaymentRow) => Promise<CheckResult>
  onBatch: (report: BatchReport) => void
}

type Parts = {
  checks: Pick<PaymentChecks, "claim" | "putBack" | "countDue" | "includeForgotten">
  runs: Pick<SyncRuns, "begin" | "progress" | "finish">
  budget: Pick<BackgroundRateLimiter, "take" | "affordable">
  pause: CircuitBreaker
  clock: () => number
}

/** A run ends after this, so that no job of Medusa runs forever. */
const RUN_MS = 25_000
const ALIVE_EVERY_MS = 2_000
const INCLUDE_EVERY_MS = 5 * 60_000

/**
 * Polls every payment that is due, batch after batch.
 *
 * One process at a time, because the rate is shared; a dead one is replaced as soon as its run shows no sign
 * of life, and claims prevent double work.
 */
export class PaymentPoller {
  private includedAtMs = -Infinity
  private aliveAtMs = -Infinity

  constructor(
    private readonly parts: Parts,
    private readonly settings: ReconciliationSettings
  ) {}

  /** @returns null when calls are stopped or another process is running it */
  async run(work: Work): Promise<CheckCount | null> {
    const { runs, pause } = this.parts
    if (pause.isOn) return null
    const poll = async () => {
      const total = emptyCount()
      await this.include()
      await this.workThrough(work, total)
      return total
    }
    return duringRun(runs, "payments", 0, poll, ({ unavailable }) =>
      unavailable > 0 ? "the gateway cannot be asked" : null
    )
  }

  private async include(): Promise<void> {
    const nowMs = this.parts.clock()
    if (nowMs - this.includedAtMs < INCLUDE_EVERY_MS) return
    this.includedAtMs = nowMs
    await this.parts.checks.includeForgotten()
  }

  private async workThrough(work: Work, total: CheckCount): Promise<void> {
    const { checks, budget, pause, clock } = this.parts
    const endsAtMs = clock() + RUN_MS
    const batch = emptyCount()
    const report = async () => {
      if (batch.asked === 0) return
      for (const key of Object.keys(batch) as (keyof CheckCount)[]) total[key] += batch[key]
      work.onBatch({ ...batch, left: await checks.countDue() })
      Object.assign(batch, emptyCount())
    }
    const queue: PaymentRow[] = []
    let busyLanes = 0
    // A batch is over before the next is claimed, so that nothing is claimed that the rate cannot afford.
    const claim = async () => {
      if (queue.length === 0 && busyLanes > 0) return undefined
      busyLanes++
      if (queue.length === 0) await refill()
      const payment = queue.shift()
      if (!payment) busyLanes--
      return payment
    }
    const refill = async () => {
      await report()
      // One goes first while the service may be failing.
      const size = pause.isDoubtful ? 1 : this.settings.batchSize
      const affordable = Math.min(size, budget.affordable(endsAtMs - clock()))
      if (affordable > 0) queue.push(...(await checks.claim(affordable)))
    }
    const handle = async (payment: PaymentRow) => {
      await this.checkOne(payment, work, batch)
      await this.showAlive(total.asked + batch.asked, batch)
      busyLanes--
      return batch.unavailable > 0 || clock() >= endsAtMs ? ("stop" as const) : undefined
    }
    await workOff({ claim, handle, lanes: () => (pause.isDoubtful ? 1 : this.settings.concurrency) })
    await checks.putBack(queue)
    await report()
  }

  private async checkOne(payment: PaymentRow, work: Work, count: CheckCount): Promise<void> {
    const { budget, pause } = this.parts
    await budget.take()
    const result = await work.check(payment)
    count.asked++
    count[result]++
    if (result === "unavailable") pause.begin()
    else if (result !== "failed") pause.end()
  }

  private async showAlive(seen: number, { captured }: CheckCount): Promise<void> {
    const nowMs = this.parts.clock()
    if (nowMs - this.aliveAtMs < ALIVE_EVERY_MS) return
    this.aliveAtMs = nowMs
    await this.parts.runs.progress("payments", { seen, changed: captured })
  }
}

function emptyCount(): CheckCount {
  return { captured: 0, unallocated: 0, unchanged: 0, failed: 0, unavailable: 0, asked: 0 }
}

export const paymentPollerOf = perStore(
  ({ paymentChecks: checks, syncRuns: runs, clock, polling }) =>
    new PaymentPoller({ checks, runs, clock, ...polling }, SETTINGS)
)
