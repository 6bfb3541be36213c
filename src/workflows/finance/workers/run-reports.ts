import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { type ReportCoverage, startOfDay } from "../../../domain/finance/report-difference"
import type { Assumptions } from "../../../gateway/assumptions"
import type { GatewayClient } from "../../../gateway/client/client"
import type { ListPage } from "../../../gateway/client/pages"
import type { Invoice } from "../../../gateway/contract"
import type {
  CaptureFact,
  ReportEntries,
  ReportFindings,
} from "../../../modules/onchain/finance/report-entries"
import {
  ReportTakenOver,
  type IncompleteOfReport,
  type ReportClaim,
  type ReportStore,
} from "../../../modules/onchain/finance/report-store"
import { isOwnProvider } from "../../../modules/onchain/payment/medusa-payments"
import { type BackgroundRateLimiter, isUnavailable } from "../../../modules/onchain/work/gateway-load"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { transactionSyncOf, type TransactionSync } from "./sync-transactions"

/** Safe to interrupt and to repeat: each report starts over. */
export async function runReports(container: MedusaContainer): Promise<void> {
  const runner = reportRunnerOf(container)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (;;) {
    const id = await runner.run((from) => listCaptures(container, from))
    if (id === null) break
    logger.info(`onchain: report ${id} was processed`)
  }
}

const PAGE = 500

/** Money is text: a row without it ends the report. */
const captureRow = z.object({
  id: z.string(),
  created_at: z.coerce.date(),
  raw_amount: z.object({ value: z.string() }),
  payment: z.object({
    provider_id: z.string(),
    currency_code: z.string(),
    payment_session_id: z.string().nullish(),
  }),
})

/**
 * Walks Medusa's captures of our payments, oldest first, so that new ones come at the end.
 *
 * @throws ZodError when a row has another form than expected
 */
async function* listCaptures(
  container: MedusaContainer,
  from: Date
): AsyncGenerator<CaptureFact, void, undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  for (let skip = 0; ; skip += PAGE) {
    const { data } = await query.graph({
      entity: "capture",
      fields: [
        "id",
        "created_at",
        "raw_amount",
        "payment.provider_id",
        "payment.currency_code",
        "payment.payment_session_id",
      ],
      filters: { created_at: { $gte: from } },
      pagination: { skip, take: PAGE, order: { created_at: "ASC", id: "ASC" } },
    })
    const rows = z.array(captureRow).parse(data)
    for (const { id, created_at, raw_amount, payment } of rows) {
      if (!isOwnProvider(payment.provider_id)) continue
      yield {
        id,
        sessionId: payment.payment_session_id ?? null,
        amount: raw_amount.value,
        currencyCode: payment.currency_code,
        at: created_at,
      }
    }
    if (rows.length < PAGE) return
  }
}

type Parts = {
  store: ReportStore
  entries: ReportEntries
  findings: ReportFindings
  sync: Pick<TransactionSync, "readWhole">
  gateway: Pick<GatewayClient, "listInvoices">
  budget: Pick<BackgroundRateLimiter, "take">
  clock: () => number
  payoutAmounts: Assumptions["transactions"]["payoutAmounts"]
}

/** Oldest first. A port, so that the rules need no Medusa. */
export type ListCaptures = (from: Date) => AsyncIterable<CaptureFact>

const CHUNK = 500
const SETTLED = ["paid", "overpaid"] as const
const TRANSACTIONS = "transactions"
/** Medusa dates captures, and clocks differ. */
const MARGIN_MS = 86_400_000
/** How long an unavailable service is retried. */
const PATIENCE_MS = 3_600_000

/** Makes reports one after another. An interrupted one starts over. */
export class ReportRunner {
  constructor(private readonly parts: Parts) {}

  /** @returns id of the oldest waiting report, or null */
  async run(listCaptures: ListCaptures): Promise<string | null> {
    const { store } = this.parts
    const claim = await store.claim()
    if (!claim) return null
    try {
      await this.make(claim, listCaptures)
    } catch (error) {
      if (error instanceof ReportTakenOver) return claim.id
      await this.giveUp(claim, error)
    }
    return claim.id
  }

  private async giveUp(claim: ReportClaim, error: unknown): Promise<void> {
    const { store, clock } = this.parts
    const isPatient = clock() - claim.createdAt.getTime() < PATIENCE_MS
    const isTemporary = isUnavailable(error) || error instanceof ListBusy
    if (isTemporary && isPatient) await store.putBack(claim, reasonOf(error))
    else await this.fail(claim, reasonOf(error))
    if (!isTemporary) throw error
  }

  /** The entries of a failed report take no room. */
  private async fail(claim: ReportClaim, reason: string): Promise<void> {
    const { store, entries, findings } = this.parts
    await entries.clear(claim)
    await findings.clear(claim)
    await store.fail(claim, reason)
  }

  private async make(claim: ReportClaim, listCaptures: ListCaptures): Promise<void> {
    const { store, entries, findings } = this.parts
    const progress = new Progress(store, claim)
    await entries.clear(claim)
    await findings.clear(claim)
    const incomplete = await this.readTransactions(claim, progress)
    await this.readCaptures(claim, listCaptures, progress)
    incomplete.push(...(await this.readInvoices(claim, progress)))
    if (!(await store.noteIncomplete(claim, incomplete))) throw new ReportTakenOver(claim)
    await progress.add("payouts", await entries.addPayouts(claim))
    const { payoutAmounts: assumed } = this.parts
    const payoutAmounts = assumed === "auto" ? await findings.payoutAmounts(claim) : assumed
    const coverage = { ...coverageOf(incomplete), payoutAmounts }
    for (let after: string | null = ""; after !== null;) {
      await progress.add("differences", 0)
      after = await findings.add(claim, after, coverage)
    }
    await store.finish(claim)
  }

  /** @returns the list when it is incomplete */
  private async readTransactions(claim: ReportClaim, progress: Progress): Promise<IncompleteOfReport[]> {
    const { sync, entries } = this.parts
    const { hasRun, isComplete, seen } = await sync.readWhole(() => progress.add("transactions", 0))
    if (!hasRun) throw new ListBusy("The list of transactions is being read already; the report follows.")
    for (let afterId: string | null = ""; afterId !== null;) {
      const chunk = await entries.addTransactions(claim, afterId)
      await progress.add("transactions", chunk.rows)
      afterId = chunk.lastId
    }
    return isComplete ? [] : [{ list: TRANSACTIONS, rows: seen }]
  }

  private async readCaptures(
    claim: ReportClaim,
    listCaptures: ListCaptures,
    progress: Progress
  ): Promise<void> {
    const { entries } = this.parts
    // Later ones too: what arrived within the days may be captured long after, by an operator's decision.
    const from = new Date(startOfDay(claim.from).getTime() - MARGIN_MS)
    for await (const chunk of inChunks(listCaptures(from))) {
      await entries.addCaptures(claim, chunk)
      await progress.add("captures", chunk.length)
    }
    await entries.spreadCaptures(claim)
  }

  /** @returns the incomplete lists */
  private async readInvoices(claim: ReportClaim, progress: Progress): Promise<IncompleteOfReport[]> {
    const showAlive = () => progress.add("invoices", 0)
    const incomplete: IncompleteOfReport[] = []
    for (const status of SETTLED) {
      let rowsRead = 0
      let isComplete = false
      for await (const { rows, end } of this.listSlowly(status, showAlive)) {
        isComplete = end?.isComplete ?? false
        rowsRead += rows.length
        for (let from = 0; from < rows.length; from += CHUNK)
          await this.parts.entries.addInvoices(claim, uniqueById(rows.slice(from, from + CHUNK)))
        await progress.add("invoices", rows.length)
      }
      if (!isComplete) incomplete.push({ list: `invoices ${status}`, rows: rowsRead })
    }
    return incomplete
  }

  /** One call per page. Both the wait for it and the call itself may take long. */
  private async *listSlowly(
    status: string,
    showAlive: () => Promise<void>
  ): AsyncGenerator<ListPage<Invoice>, void, undefined> {
    const { gateway, budget } = this.parts
    const beforeCall = async () => {
      await showAlive()
      await budget.take()
      await showAlive()
    }
    await beforeCall()
    for await (const page of gateway.listInvoices({ status })) {
      yield page
      if (page.end === null) await beforeCall()
    }
  }
}

/** Nothing that an incomplete list may have is reported missing. */
function coverageOf(incomplete: readonly IncompleteOfReport[]): Omit<ReportCoverage, "payoutAmounts"> {
  return {
    hasAllTransactions: incomplete.every(({ list }) => list !== TRANSACTIONS),
    hasAllInvoices: incomplete.every(({ list }) => list === TRANSACTIONS),
  }
}

/** Another process reads the list that a report needs. */
class ListBusy extends Error {}

/** Shows that a report is alive, and ends the run when another process has taken it over. */
class Progress {
  private rows = 0

  constructor(
    private readonly store: ReportStore,
    private readonly claim: ReportClaim
  ) {}

  /** @throws ReportTakenOver */
  async add(step: string, rows: number): Promise<void> {
    this.rows += rows
    if (await this.store.progress(this.claim, step, this.rows)) return
    throw new ReportTakenOver(this.claim)
  }
}

function uniqueById(invoices: readonly Invoice[]): Invoice[] {
  return [...new Map(invoices.map((invoice) => [invoice.id, invoice])).values()]
}

async function* inChunks<T>(items: AsyncIterable<T>): AsyncGenerator<T[], void, undefined> {
  let chunk: T[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

export function reportRunnerOf(container: MedusaContainer): ReportRunner {
  const { gateway, finance, clock, options } = container.resolve("onchain")
  const { limiter, reports } = finance
  return new ReportRunner({
    gateway,
    clock,
    payoutAmounts: options.assumptions.transactions.payoutAmounts,
    budget: limiter,
    ...reports,
    sync: transactionSyncOf(container),
  })
}
