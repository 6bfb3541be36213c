import type { RateLimiter } from "../../../gateway/client/call"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { findDifference, findPayoutAmounts } from "../../../domain/finance/report-difference"
import type { Assumptions } from "../../../gateway/assumptions"
import type { GatewayClient } from "../../../gateway/client/client"
import type { Income } from "../../../modules/onchain/deposit/income"
import { DIFFERENCES } from "../../../modules/onchain/finance/finance-words"
import type { IncompleteList, InvoiceEntry, ReportRow } from "../../../modules/onchain/finance/report-query"
import { type ReportStore, ReportTakenOver } from "../../../modules/onchain/finance/report-store"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { isUnavailable } from "../../../modules/onchain/work/sync-runs"
import { transactionSyncOf, type TransactionSync } from "./sync-transactions"

/** Safe to interrupt and to repeat: each report starts over. */
export async function runReports(container: MedusaContainer): Promise<void> {
  const { gateway, finance, clock, options, deposits } = container.resolve("onchain")
  const { reports: store, limiter: budget } = finance
  const { payoutAmounts } = options.assumptions.transactions
  const { income } = deposits
  const parts = { store, gateway, income, budget, clock, payoutAmounts, sync: transactionSyncOf(container) }
  for (;;) {
    const id = await runReport(parts)
    if (id === null) break
    container.resolve(ContainerRegistrationKeys.LOGGER).info(`onchain: report ${id} was processed`)
  }
}

type Parts = {
  store: ReportStore
  sync: Pick<TransactionSync, "readWhole">
  gateway: Pick<GatewayClient, "listInvoices">
  income: Pick<Income, "record">
  budget: Pick<RateLimiter, "take">
  clock: () => number
  payoutAmounts: Assumptions["transactions"]["payoutAmounts"]
}

const SETTLED = ["paid", "overpaid"] as const
/** Limit of the comparison. Another process takes the report over only after it. */
const COMPARING_MINUTES = 10
/** How long an unavailable service is retried. */
const PATIENCE_MS = 3_600_000

/** Another process reads the list that a report needs. */
class ListBusy extends Error {}

/** @returns id of the oldest waiting report, or null */
export async function runReport(parts: Parts): Promise<string | null> {
  const run = await parts.store.claim()
  if (!run) return null
  try {
    await makeReport(run, parts)
  } catch (error) {
    if (error instanceof ReportTakenOver) return run.id
    const isTemporary = isUnavailable(error) || error instanceof ListBusy
    const isPatient = parts.clock() - run.created_at.getTime() < PATIENCE_MS
    await parts.store.giveUp(run, isTemporary && isPatient ? "queued" : "failed", reasonOf(error))
    if (!isTemporary) throw error
  }
  return run.id
}

async function makeReport(run: ReportRow, parts: Parts): Promise<void> {
  const { store, sync } = parts
  const transactions = await sync.readWhole(() => store.progress(run))
  if (!transactions.hasRun)
    throw new ListBusy("The list of transactions is being read already; the report follows.")
  await store.progress(run, { rows: transactions.seen })
  const invoices = await readInvoices(run, parts)
  await store.progress(run, { minutes: COMPARING_MINUTES })
  const { matches, lines } = await store.readBooks(run, invoices.entries)
  // Nothing that an incomplete list may have is reported missing.
  const coverage = {
    hasAllTransactions: transactions.isComplete,
    hasAllInvoices: invoices.incomplete.length === 0,
    payoutAmounts: parts.payoutAmounts === "auto" ? findPayoutAmounts(matches) : parts.payoutAmounts,
  }
  const differences = matches.flatMap((match) => {
    const difference = findDifference(match, coverage)
    if (difference === null) return []
    const { day, network_id, token, match_key } = match
    const { kind, reason, currencyCode: currency_code, expected, found } = difference
    const explanation = DIFFERENCES[reason](match)
    return [{ kind, day, network_id, token, match_key, currency_code, expected, found, explanation }]
  })
  const ofTransactions = transactions.isComplete ? [] : [{ list: "transactions", rows: transactions.seen }]
  await store.finish(run, { lines, differences, incomplete: [...ofTransactions, ...invoices.incomplete] })
}

/** Settled invoices within the days of the report, each with its last status, and the incomplete lists. */
async function readInvoices(run: ReportRow, { store, gateway, budget, income }: Parts) {
  // One call per page. Both the wait for it and the call itself may take long.
  const beforeCall = async () => {
    await store.progress(run)
    await budget.take()
    await store.progress(run)
  }
  const entries = new Map<string, InvoiceEntry>()
  const incomplete: IncompleteList[] = []
  for (const status of SETTLED) {
    let rowsRead = 0
    await beforeCall()
    for await (const { rows, end } of gateway.listInvoices({ status })) {
      rowsRead += rows.length
      await income.record(rows)
      for (const entry of await store.placeInvoices(run, rows)) entries.set(entry.id, entry)
      await store.progress(run, { rows: rows.length })
      if (end === null) await beforeCall()
      else if (!end.isComplete) incomplete.push({ list: `invoices ${status}`, rows: rowsRead })
    }
  }
  return { entries: [...entries.values()], incomplete }
}
