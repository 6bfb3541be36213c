import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { scopeOf } from "../../domain/payout-limit"
import type { GatewayClient } from "../../gateway/client/gateway-client"
import { BalanceReader } from "./balance-reader"
import { BillingReader } from "./billing-reader"
import { CallBudget } from "./call-budget"
import type { OnchainOptions } from "./options"
import type { PayoutLimit } from "./payout-access-option"
import { PayoutFacts } from "./payout-facts"
import { ReportEntries } from "./report-entries"
import { ReportFindings } from "./report-findings"
import { ReportReader } from "./report-reader"
import { ReportRunner } from "./report-runner"
import { ReportStore } from "./report-store"
import { SyncRuns } from "./sync-runs"
import { TransactionList } from "./transaction-list"
import { TransactionMirror } from "./transaction-mirror"
import { findTransactionSubjects, type TransactionSubjects } from "./transaction-subjects"
import { TransactionSync } from "./transaction-sync"
import { readUsedToday } from "./withdrawal-limits"

/** What everything about the books works with. */
export type BookParts = { knex: Knex; gateway: GatewayClient; options: OnchainOptions; clock: () => number }

/** Of the calls of a minute, so that checkouts and payments are not kept waiting by long lists. */
const SHARE_OF_CALLS = 1 / 2

/** The books: balances, billing, the mirror of the service's transactions, and reports that compare it with ours. */
export class BookDesk {
  readonly balances: BalanceReader
  readonly billing: BillingReader
  readonly payoutFacts: PayoutFacts
  readonly transactions: TransactionList
  readonly sync: TransactionSync
  readonly reports: { store: ReportStore; reader: ReportReader; runner: ReportRunner }

  constructor(private readonly parts: BookParts) {
    const { knex, gateway, options, clock } = parts
    const budget = new CallBudget(options.reconciliation.maxCallsPerMinute * SHARE_OF_CALLS, clock)
    const lists = { gateway, budget }
    this.balances = new BalanceReader(knex, gateway)
    this.billing = new BillingReader(gateway, options.assumptions.statuses.billing.pastDue, clock)
    this.payoutFacts = new PayoutFacts(knex, options.assumptions)
    this.transactions = new TransactionList(knex)
    this.sync = new TransactionSync({
      ...lists,
      mirror: new TransactionMirror(knex),
      runs: new SyncRuns(knex),
    })
    const store = new ReportStore(knex)
    const reader = new ReportReader(knex)
    const entries = new ReportEntries(knex)
    const findings = new ReportFindings(knex)
    const runner = new ReportRunner({ ...lists, clock, store, entries, findings, sync: this.sync })
    this.reports = { store, reader, runner }
  }

  /** The limits of `payouts.limits` as they are now, with what is used of each in token units. */
  payoutLimits(): Promise<{ limit: PayoutLimit; used: string }[]> {
    const { knex, options } = this.parts
    return Promise.all(
      options.payouts.limits.map(async (limit) => ({
        limit,
        used: await readUsedToday(knex, scopeOf(limit)),
      }))
    )
  }

  /** What of ours stands behind the references of some transactions. */
  findSubjects(references: readonly string[]): Promise<TransactionSubjects> {
    return findTransactionSubjects(this.parts.knex, references)
  }
}
