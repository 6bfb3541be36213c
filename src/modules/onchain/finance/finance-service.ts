import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { scopeOf } from "../../../domain/payout/payout-limit"
import type { GatewayClient } from "../../../gateway/client/gateway-client"
import { readList } from "../../../gateway/client/pages"
import type { Balance } from "../../../gateway/contract"
import { PayoutFacts } from "../health/health-facts"
import type { OnchainOptions } from "../options/options"
import type { PayoutLimit } from "../options/payout-options"
import { readSentLastDay } from "../payout/withdrawal-limits"
import { BackgroundRateLimiter } from "../work/background-rate-limiter"
import { inScope, type Scope } from "../work/scope"
import { BillingReader } from "./billing-reader"
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

type Outgoing = {
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  amount: string
}

export class BalanceReader {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly gateway: Pick<GatewayClient, "listBalances">
  ) {}

  /** @throws GatewayError when the gateway does not answer */
  async read(): Promise<{ balances: BalanceWithOutgoing[]; isComplete: boolean }> {
    const [read, outgoing] = await Promise.all([readList(this.gateway.listBalances()), this.readOutgoing()])
    const balances = (read.isComplete ? read.rows : read.rowsSoFar).map((balance) => ({
      balance,
      onItsWay: outgoing.find((row) => isSameAsset(balance, row))?.amount ?? "0",
    }))
    return { balances, isComplete: read.isComplete }
  }

  /** The gateway may or may not have reserved them yet. */
  private async readOutgoing(): Promise<Outgoing[]> {
    const own = inScope(this.scope)
    const { rows }: { rows: Outgoing[] } = await this.knex.raw(
      `SELECT chain, network_id, token, canonical_asset_id, trim_scale(sum(amount::numeric))::text AS amount
       FROM onchain_withdrawal
       WHERE deleted_at IS NULL AND state IN ('sending', 'sent', 'unknown') AND ${own.sql}
       GROUP BY chain, network_id, token, canonical_asset_id`,
      own.bindings
    )
    return rows
  }
}

function isSameAsset(balance: Balance, row: Outgoing): boolean {
  if (balance.chain !== row.chain || balance.networkId !== row.network_id) return false
  const canonical = balance.canonicalAssetId
  if (canonical !== undefined && row.canonical_asset_id !== null) return canonical === row.canonical_asset_id
  return balance.token === row.token
}
