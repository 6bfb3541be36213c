import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { scopeOf } from "../../../domain/payout/withdrawal-quote"
import { compareAmounts } from "../../../gateway/amount"
import type { GatewayClient } from "../../../gateway/client/client"
import { readList } from "../../../gateway/client/lists"
import type { Balance } from "../../../gateway/contract"
import { pollsPerMinute } from "../gateway-clients"
import { PayoutFacts } from "../health/health-facts"
import { OUTGOING, OUTGOING_GROUPS, type OutgoingRow } from "../health/overview-facts"
import type { OnchainOptions } from "../options/options"
import type { PayoutLimit } from "../options/option-groups"
import { readSentLastDay } from "../payout/withdrawal-claims"
import { BackgroundRateLimiter } from "../work/gateway-load"
import { inScope, ownRows, type Scope, scopeColumns } from "../work/claim"
import { BillingReader } from "./billing-reader"
import { ReportEntries, ReportFindings } from "./report-entries"
import { ReportReader, ReportStore } from "./report-store"
import {
  findTransactionSubjects,
  TransactionList,
  TransactionMirror,
  TransactionReview,
  type TransactionSubjects,
} from "./transaction-list"

export type RecoveryRow = { chain: string; network_id: string; token: string; amount: string; seen_at: Date }

/** What the gateway's balances say about money that it cannot book by itself, and since when. */
class RecoveryStore {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Oldest first. */
  list(limit: number): Promise<RecoveryRow[]> {
    return ownRows<RecoveryRow>(this.knex, this.scope, "onchain_recovery")
      .select("chain", "network_id", "token", "amount", "seen_at")
      .orderBy(["seen_at", "id"])
      .limit(limit)
  }

  /**
   * Records a reading of the balances. One statement; unchanged rows are not written.
   *
   * @param isComplete an asset that an incomplete list lacks is kept
   */
  async record(balances: readonly Balance[], isComplete: boolean): Promise<void> {
    const listed = new Map(
      balances.map((balance) => [idOf(balance), { id: idOf(balance), ...toColumns(balance) }])
    )
    const open = [...listed.values()].filter(({ amount }) => compareAmounts(amount, "0") > 0)
    const { environment, business_id } = scopeColumns(this.scope)
    const own = inScope(this.scope)
    await this.knex.raw(
      `WITH listed AS (SELECT * FROM jsonb_to_recordset(?::jsonb)
           AS listed (id text, chain text, network_id text, token text, canonical_asset_id text, amount text)),
         over AS (DELETE FROM onchain_recovery WHERE ${own.sql} AND id NOT IN (SELECT id FROM listed) AND (? OR id = ANY(?::text[])))
       INSERT INTO onchain_recovery AS known (id, environment, business_id, chain, network_id, token, canonical_asset_id, amount, seen_at)
       SELECT id, ?, ?, chain, network_id, token, canonical_asset_id, amount, now() FROM listed
       ON CONFLICT (id, environment, business_id) DO UPDATE SET amount = excluded.amount, updated_at = now()
       WHERE known.amount <> excluded.amount`,
      [JSON.stringify(open), ...own.bindings, isComplete, [...listed.keys()], environment, business_id]
    )
  }
}

function idOf({ chain, networkId, canonicalAssetId, token }: Balance): string {
  return [chain, networkId, canonicalAssetId ?? token].join(":")
}

function toColumns({ chain, networkId, token, canonicalAssetId, amounts }: Balance) {
  return {
    ...{ chain, network_id: networkId, token, canonical_asset_id: canonicalAssetId ?? null },
    amount: amounts.requiresRecovery ?? "0",
  }
}

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
    this.limiter = new BackgroundRateLimiter(pollsPerMinute(options) * SHARE_OF_CALLS, clock)
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

type BalanceWithOutgoing = { balance: Balance; onItsWay: string }

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
