import { perStore } from "../../worker"
import { isMatched } from "../../../domain/payment/settlement"
import type { GatewayClient } from "../../../gateway/client/client"
import type { ListPage } from "../../../gateway/client/pages"
import type { Invoice } from "../../../gateway/contract"
import { pollsPerMinute } from "../../../modules/onchain/gateway-clients"
import { type CircuitBreaker, isUnavailable } from "../../../modules/onchain/work/circuit-breaker"
import type { BackgroundRateLimiter } from "../../../modules/onchain/work/background-rate-limiter"
import { duringRun, type SyncRuns } from "../../../modules/onchain/work/sync-runs"
import type { DepositInvoices, FoundInvoice } from "../../../modules/onchain/payment/deposit-invoices"
import type { PaymentChecks, WithoutOrder } from "../../../modules/onchain/payment/payment-checks"

export type SweepCount = { seen: number; found: number; failed: number; isComplete: boolean }

type Work = {
  /** Ties an invoice to its payment and settles it. @throws GatewayError when the service is unavailable */
  adopt: (found: FoundInvoice) => Promise<void>
  onFailure: (found: FoundInvoice, error: unknown) => void
  /** Looks for orders of intents without a deposit whose order is unknown. */
  lookForOrders: (payments: readonly WithoutOrder[]) => Promise<void>
}

type Parts = {
  gateway: Pick<GatewayClient, "listInvoices">
  checks: Pick<PaymentChecks, "countDueInList" | "planListed" | "plan" | "now">
  invoices: DepositInvoices
  runs: Pick<SyncRuns, "begin" | "progress" | "finish" | "lastSeen">
  budget: Pick<BackgroundRateLimiter, "take">
  pause: CircuitBreaker
}

export type SweepSettings = { pageSize: number; maxCallsPerMinute: number }

/** Deposits lead to `paid`; the document does not rule out `overpaid`. */
const OFTEN = "paid"
const SELDOM = "overpaid"
/** One of this many checks of a payment reads the seldom status too. */
const SELDOM_EVERY = 3
const SHORTEST_PAUSE_MS = 15_000
/** Of the rate limit, so that a long list does not delay payments with their own invoices. */
const SHARE_OF_CALLS = 1 / 4
const CHUNK = 100

/**
 * Finds the invoices that the service made from deposits to intents, when no webhook reported them.
 *
 * No call fetches an intent, so the lists of paid invoices are read to their end whenever an intent is due:
 * their order is not documented. A long list is read less often. An interrupted run starts over. An
 * incomplete list proves nothing about missing rows.
 *
 * @see service-interface "Limits", rule 3
 */
export class DepositInvoiceSweep {
  constructor(
    private readonly parts: Parts,
    private readonly settings: SweepSettings
  ) {}

  /** @returns null when nothing is due, calls are stopped or another process is running it */
  async run(work: Work): Promise<SweepCount | null> {
    const { checks, runs, pause } = this.parts
    const { due, dueInSeldom } = pause.isOn ? NOTHING_DUE : await checks.countDueInList(SELDOM_EVERY)
    if (due === 0) return null
    const isAll = dueInSeldom > 0
    const swept = await duringRun(runs, "deposit_invoices", await this.restMs(), async () => {
      try {
        return await this.sweep(isAll, work)
      } catch (error) {
        if (isUnavailable(error)) pause.begin()
        throw error
      }
    })
    if (swept === null) return null
    await work.lookForOrders(swept.withoutOrder)
    return swept.count
  }

  private async sweep(
    isAll: boolean,
    work: Work
  ): Promise<{ count: SweepCount; withoutOrder: readonly WithoutOrder[] }> {
    const { checks } = this.parts
    const count: SweepCount = { seen: 0, found: 0, failed: 0, isComplete: true }
    const readFrom = await checks.now()
    const failed = await this.read(isAll ? [OFTEN, SELDOM] : [OFTEN], work, count)
    // First, so that they are not due any more and do not count as not found.
    for (const { attemptId } of failed) await checks.plan(attemptId, { hasFailed: true })
    const { isComplete } = count
    const withoutOrder = await checks.planListed(readFrom, { isAll: isAll && isComplete, isComplete })
    return { count, withoutOrder }
  }

  /** Long lists are read with the same number of calls per minute as short ones. */
  private async restMs(): Promise<number> {
    const { pageSize, maxCallsPerMinute } = this.settings
    const pages = Math.ceil((await this.parts.runs.lastSeen("deposit_invoices")) / pageSize)
    return Math.max(SHORTEST_PAUSE_MS, (pages * 60_000) / (maxCallsPerMinute * SHARE_OF_CALLS))
  }

  private async read(
    statuses: readonly string[],
    work: Work,
    count: SweepCount
  ): Promise<readonly FoundInvoice[]> {
    const failed: FoundInvoice[] = []
    for (const status of statuses) {
      let isWhole = false
      for await (const { rows, end } of this.listSlowly(status)) {
        isWhole = end?.isComplete ?? false
        for (let from = 0; from === 0 || from < rows.length; from += CHUNK)
          failed.push(...(await this.work(rows.slice(from, from + CHUNK), work, count)))
      }
      if (!isWhole) count.isComplete = false
    }
    return failed
  }

  /** One call per page. */
  private async *listSlowly(status: string): AsyncGenerator<ListPage<Invoice>, void, undefined> {
    const { gateway, budget } = this.parts
    await budget.take()
    for await (const page of gateway.listInvoices({ status })) {
      yield page
      if (page.end === null) await budget.take()
    }
  }

  private async work(chunk: readonly Invoice[], work: Work, count: SweepCount): Promise<FoundInvoice[]> {
    const { invoices, runs } = this.parts
    const failed: FoundInvoice[] = []
    for (const found of await invoices.listUnknown(chunk.filter(isMatched))) {
      try {
        await work.adopt(found)
        count.found++
      } catch (error) {
        if (isUnavailable(error)) throw error
        work.onFailure(found, error)
        failed.push(found)
      }
    }
    count.seen += chunk.length
    count.failed += failed.length
    await runs.progress("deposit_invoices", { seen: count.seen, changed: count.found })
    return failed
  }
}

const NOTHING_DUE = { due: 0, dueInSeldom: 0 }

export const depositInvoiceSweepOf = perStore((onchain) => {
  const { gateway, paymentChecks: checks, syncRuns: runs, polling, options } = onchain
  return new DepositInvoiceSweep(
    { gateway, checks, runs, ...polling, invoices: onchain.invoicesOfIntents },
    {
      pageSize: options.assumptions.list.pageSize,
      maxCallsPerMinute: pollsPerMinute(options),
    }
  )
})
