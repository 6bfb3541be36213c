import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { scopeOf } from "../../../domain/payout/payout-limit"
import type { GatewayClient } from "../../../gateway/client/gateway-client"
import { readList } from "../../../gateway/client/pages"
import type { Balance } from "../../../gateway/contract"
import { PayoutFacts } from "../health/health-facts"
import { OUTGOING, OUTGOING_GROUPS, type OutgoingRow } from "../health/overview-facts"
import type { OnchainOptions } from "../options/options"
import type { PayoutLimit } from "../options/payout-options"
import { readSentLastDay } from "../payout/withdrawal-claims"
import { BackgroundRateLimiter } from "../work/background-rate-limiter"
import { inScope, type Scope } from "../work/scope"
import { BillingReader } from "./billing-reader"
import { RecoveryStore } from "./recovery-store"
import { ReportEntries } from "./report-entries"
import { ReportFindings } from "./report-findings"
import { ReportReader, ReportStore } from "./report-store"
import type { TransactionSubjects } from "./transaction-list"
import { findTransactionSubjects, TransactionList, TransactionMirror } from "./transaction-list"
import { TransactionReview } from "./transaction-review"

type Parts = { knex: Knex; gateway: GatewayClient; options: OnchainOptions; clock: () => number }

/** Share of the calls per minute: long lists must not delay checkouts and payments. */
const SHARE_OF_CALLS = 1 / 2

export class FinanceService {
  readonly balances: BalanceReader
  readonly recovery: RecoveryStore
  readonly billing: BillingReader
  readonly payoutFacts: PayoutFacts
  readonly transactions: TransactionList
  readonly mirror: TransactionMirror
  readonly review: TransactionReview
  /** Paces reading of long lists. */
  readonly limiter: BackgroundRateLimiter
  readonly reports: {
    store: ReportStore
    reader: ReportReader
    entries: ReportEntries
    findings: ReportFindings
  }

  constructor(private readonly parts: Parts) {
    const { knex, gateway, options, clock } = parts
    this.limiter = new BackgroundRateLimiter(options.reconciliation.maxCallsPerMinute * SHARE_OF_CALLS, clock)
    this.balances = new BalanceReader(knex, options, gateway)
    this.recovery = new RecoveryStore(knex, options)
    this.billing = new BillingReader(gateway, options.assumptions.fields.billing, clock)
    this.payoutFacts = new PayoutFacts(knex, options)
    this.transactions = new TransactionList(knex, options)
    this.mirror = new TransactionMirror(knex, options)
    this.review = new TransactionReview(knex, options)
    this.reports = {
      store: new ReportStore(knex, options),
      reader: new ReportReader(knex),
      entries: new ReportEntries(knex, options),
      findings: new ReportFindings(knex, options),
    }
  }

  /** The limits of `payouts.limits`, with what was sent in the last 24 hours, in token units. */
  payoutLimits(): Promise<{ limit: PayoutLimit; used: string }[]> {
    const { knex, options } = this.parts
    return Promise.all(
      options.payouts.limits.map(async (limit) => ({
        limit,
        used: await readSentLastDay(knex, options, scopeOf(limit)),
      }))
    )
  }

  findSubjects(references: readonly string[]): Promise<TransactionSubjects> {
    return findTransactionSubjects(this.parts.knex, this.parts.options, references)
  }
}

export type BalanceWithOutgoing = { balance: Balance; onItsWay: string }

export class BalanceReader {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly gateway: Pick<GatewayClient, "listBalances">
  ) {}

  /** @throws GatewayError when the gateway does not answer */
  async read(): Promise<{ balances: BalanceWithOutgoing[]; isComplete: boolean }> {
    const [{ balances, isComplete }, outgoing] = await Promise.all([this.readListed(), this.readOutgoing()])
    return { balances: withOutgoing(balances, outgoing), isComplete }
  }

  /** What the gateway lists, and nothing from the database. @throws GatewayError when it does not answer */
  async readListed(): Promise<{ balances: Balance[]; isComplete: boolean }> {
    const read = await readList(this.gateway.listBalances())
    return { balances: read.isComplete ? read.rows : read.rowsSoFar, isComplete: read.isComplete }
  }

  private async readOutgoing(): Promise<OutgoingRow[]> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(`${OUTGOING} AND ${own.sql} ${OUTGOING_GROUPS}`, own.bindings)
    return rows
  }
}

export function withOutgoing(
  balances: readonly Balance[],
  outgoing: readonly OutgoingRow[]
): BalanceWithOutgoing[] {
  return balances.map((balance) => ({
    balance,
    onItsWay: outgoing.find((row) => isSameAsset(balance, row))?.amount ?? "0",
  }))
}

function isSameAsset(balance: Balance, row: OutgoingRow): boolean {
  if (balance.chain !== row.chain || balance.networkId !== row.network_id) return false
  const canonical = balance.canonicalAssetId
  if (canonical !== undefined && row.canonical_asset_id !== null) return canonical === row.canonical_asset_id
  return balance.token === row.token
}
