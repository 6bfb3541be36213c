import type { GatewayClient } from "../../gateway/client/gateway-client"
import type { Invoice } from "../../gateway/contract"
import { startOfDay } from "../../domain/report-day"
import type { CallBudget } from "./call-budget"
import { reasonOf } from "./error-reason"
import { isUnavailable } from "./gateway-pause"
import { ReportTakenOver, type ReportClaim } from "./report-claim"
import type { CaptureFact, ReportEntries } from "./report-entries"
import type { ReportFindings } from "./report-findings"
import type { ReportStore } from "./report-store"
import type { TransactionSync } from "./transaction-sync"

type Parts = {
  store: ReportStore
  entries: ReportEntries
  findings: ReportFindings
  sync: Pick<TransactionSync, "readWhole">
  gateway: Pick<GatewayClient, "listInvoices">
  budget: Pick<CallBudget, "take">
  pageSize: number
  clock: () => number
}

/** Medusa's captures from an instant on, oldest first. A port, so that the rules need no Medusa. */
export type ListCaptures = (from: Date) => AsyncIterable<CaptureFact>

const CHUNK = 500
const SETTLED = ["paid", "overpaid"] as const
/** Clocks differ, and a capture is dated by Medusa. */
const MARGIN_MS = 86_400_000
/** A service that cannot be asked is asked again this long, and no longer. */
const PATIENCE_MS = 3_600_000

/** Makes reports, one after another. What was cut off begins again from nothing. */
export class ReportRunner {
  constructor(private readonly parts: Parts) {}

  /** Makes the report that has waited longest. @returns its id, or null when none waits */
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

  /** What was written of a report that nobody will see takes no room. */
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
    await this.readTransactions(claim, progress)
    await this.readCaptures(claim, listCaptures, progress)
    await this.readInvoices(claim, progress)
    await progress.add("payouts", await entries.addPayouts(claim))
    for (let after: string | null = ""; after !== null;) {
      await progress.add("differences", 0)
      after = await findings.add(claim, after)
    }
    await store.finish(claim)
  }

  private async readTransactions(claim: ReportClaim, progress: Progress): Promise<void> {
    const { sync, entries } = this.parts
    const { hasRun } = await sync.readWhole(() => progress.add("transactions", 0))
    if (!hasRun) throw new ListBusy("The list of transactions is being read already; the report follows.")
    for (let afterId: string | null = ""; afterId !== null;) {
      const chunk = await entries.addTransactions(claim, afterId)
      await progress.add("transactions", chunk.rows)
      afterId = chunk.lastId
    }
  }

  private async readCaptures(
    claim: ReportClaim,
    listCaptures: ListCaptures,
    progress: Progress
  ): Promise<void> {
    const { entries } = this.parts
    // Later ones too: what arrived within the days may be captured long after, once somebody has decided.
    const from = new Date(startOfDay(claim.from).getTime() - MARGIN_MS)
    for await (const chunk of inChunks(listCaptures(from))) {
      await entries.addCaptures(claim, chunk)
      await progress.add("captures", chunk.length)
    }
    await entries.spreadCaptures(claim)
  }

  private async readInvoices(claim: ReportClaim, progress: Progress): Promise<void> {
    const showAlive = () => progress.add("invoices", 0)
    for (const status of SETTLED)
      for await (const chunk of inChunks(this.listSlowly(status, showAlive))) {
        await this.parts.entries.addInvoices(claim, uniqueById(chunk))
        await progress.add("invoices", chunk.length)
      }
  }

  /** Each page is one call. Both the wait for it and the call itself may take long. */
  private async *listSlowly(
    status: string,
    showAlive: () => Promise<void>
  ): AsyncGenerator<Invoice, void, undefined> {
    const { gateway, budget, pageSize } = this.parts
    const beforeCall = async () => {
      await showAlive()
      await budget.take()
      await showAlive()
    }
    let seen = 0
    await beforeCall()
    for await (const invoice of gateway.listInvoices({ status })) {
      yield invoice
      if (++seen % pageSize === 0) await beforeCall()
    }
  }
}

/** Another process reads the list that a report needs whole. */
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
