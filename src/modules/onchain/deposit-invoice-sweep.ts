import type { GatewayClient } from "../../gateway/client/gateway-client"
import type { ListPage } from "../../gateway/client/pages"
import type { Invoice } from "../../gateway/contract"
import { isMatched } from "../../domain/settlement"
import type { CallBudget } from "./call-budget"
import type { DepositInvoices, FoundInvoice } from "./deposit-invoices"
import { reasonOf } from "./error-reason"
import { isUnavailable, type GatewayPause } from "./gateway-pause"
import type { PaymentChecks, WithoutOrder } from "./payment-checks"
import type { SyncRuns } from "./sync-runs"

export type SweepCount = { seen: number; found: number; failed: number; isComplete: boolean }

type Work = {
  /** Ties an invoice to its payment and settles it. @throws GatewayError when the service cannot be asked */
  adopt: (found: FoundInvoice) => Promise<void>
  onFailure: (found: FoundInvoice, error: unknown) => void
  /** Looks for orders of intents that no deposit has come for, and of whose order nothing is known. */
  lookForOrders: (payments: readonly WithoutOrder[]) => Promise<void>
}

type Parts = {
  gateway: Pick<GatewayClient, "listInvoices">
  checks: Pick<PaymentChecks, "countDueInList" | "planListed" | "plan" | "now">
  invoices: DepositInvoices
  runs: Pick<SyncRuns, "begin" | "progress" | "finish" | "lastSeen">
  budget: Pick<CallBudget, "take">
  pause: GatewayPause
}

export type SweepSettings = { pageSize: number; maxCallsPerMinute: number }

/** What deposits pay is `paid`; that one is `overpaid` is not ruled out by the service's document. */
const OFTEN = "paid"
const SELDOM = "overpaid"
/** The lists that can tell of a deposit to an intent, by the names of their readings. */
export const PAID_INVOICE_LISTS = [OFTEN, SELDOM].map((status) => `listInvoices status=${status}`)
/** Of so many checks of a payment one looks for the seldom status too. */
const SELDOM_EVERY = 3
const SHORTEST_PAUSE_MS = 15_000
/** Of the calls of a minute, so that payments with invoices of their own are not kept waiting by a long list. */
const SHARE_OF_CALLS = 1 / 4
const CHUNK = 100

/**
 * Finds the invoices that the service made from deposits to intents, when no webhook has told of them.
 *
 * There is no call that fetches an intent, so the lists of paid invoices are read to their end whenever an intent is
 * due: their order is not documented. A long list is read less often. What was cut off begins again. Of an incomplete list
 * what it has is worked on, and nothing is concluded from what it has not.
 *
 * @see service-interface "Limits", rule 3
 */
export class DepositInvoiceSweep {
  constructor(
    private readonly parts: Parts,
    private readonly settings: SweepSettings
  ) {}

  /** @returns null when there was nothing to look for, the service rests or somebody else is at it */
  async run(work: Work): Promise<SweepCount | null> {
    const { checks, runs, pause } = this.parts
    const { due, dueInSeldom } = pause.isOn ? NOTHING_DUE : await checks.countDueInList(SELDOM_EVERY)
    if (due === 0 || !(await runs.begin("deposit_invoices", await this.restMs()))) return null
    const count: SweepCount = { seen: 0, found: 0, failed: 0, isComplete: true }
    let withoutOrder: readonly WithoutOrder[] = []
    try {
      const readFrom = await checks.now()
      const isAll = dueInSeldom > 0
      const failed = await this.read(isAll ? [OFTEN, SELDOM] : [OFTEN], work, count)
      // First, so that they are not due any more and do not count as not found.
      for (const { paymentId } of failed) await checks.plan(paymentId, { hasFailed: true })
      const { isComplete } = count
      withoutOrder = await checks.planListed(readFrom, { isAll: isAll && isComplete, isComplete })
    } catch (error) {
      if (isUnavailable(error)) pause.begin()
      await runs.finish("deposit_invoices", reasonOf(error))
      throw error
    }
    await runs.finish("deposit_invoices", null)
    await work.lookForOrders(withoutOrder)
    return count
  }

  /** Lists that have grown long are read with the same number of calls in a minute as short ones. */
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

  /** Each page is one call. */
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
