import { createRateLimiter, type RateLimiter } from "../../../gateway/client/call"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type PayoutLimit, scopeOf } from "../../../domain/payout/payout-gate"
import { addAmounts, compareAmounts } from "../../../gateway/amount"
import type { GatewayClient } from "../../../gateway/client/client"
import { readList } from "../../../gateway/client/lists"
import type { Balance } from "../../../gateway/contract"
import { readIncome } from "../deposit/income"
import { pollsPerMinute } from "../gateway-clients"
import { OUTGOING, OUTGOING_GROUPS, type OutgoingRow } from "../health/overview-facts"
import type { OnchainOptions } from "../options/options"
import { readSentLastDay } from "../payout/withdrawal-store"
import { inScope, type Scope, scopeColumns, ScopedStore } from "../work/claim"
import { RECOVERY } from "../work/shared-status"
import { BillingReader } from "./billing-reader"
import { ReportStore } from "./report-store"
import { Transactions } from "./transactions"

/** What the gateway's balances say about money that it cannot book by itself, and since when. */
class RecoveryStore extends ScopedStore {
  /** Records a reading of the balances in one statement. With an incomplete list, an asset that it lacks is kept. */
  async record(balances: readonly Balance[], isComplete: boolean): Promise<void> {
    const listed = balances.map(({ chain, networkId: network_id, token, canonicalAssetId, amounts }) => {
      const id = `${RECOVERY}${[chain, network_id, canonicalAssetId ?? token].join(":")}`
      const amount = amounts.requiresRecovery ?? "0"
      return { id, amount, detail: JSON.stringify({ chain, network_id, token, amount }) }
    })
    const open = new Map(
      listed.filter(({ amount }) => compareAmounts(amount, "0") > 0).map((one) => [one.id, one])
    )
    const { environment, business_id } = scopeColumns(this.scope)
    const own = inScope(this.scope)
    await this.knex.raw(
      `WITH listed AS (SELECT * FROM jsonb_to_recordset(?::jsonb) AS listed (id text, detail text)),
         over AS (DELETE FROM onchain_status WHERE ${own.sql} AND starts_with(id, '${RECOVERY}') AND id NOT IN (SELECT id FROM listed)
           AND (? OR id = ANY(?::text[])))
       INSERT INTO onchain_status AS known (id, environment, business_id, started_at, seen_at, detail)
       SELECT id, ?, ?, now(), now(), detail FROM listed
       ON CONFLICT (id, environment, business_id) DO UPDATE SET detail = excluded.detail, seen_at = now(), updated_at = now()
       WHERE known.detail <> excluded.detail`,
      [
        ...[JSON.stringify([...open.values()]), ...own.bindings, isComplete, listed.map(({ id }) => id)],
        ...[environment, business_id],
      ]
    )
  }
}

type Parts = { knex: Knex; gateway: GatewayClient; options: OnchainOptions; clock: () => number }

/** Share of the calls per minute: long lists must not delay checkouts and payments. */
const SHARE_OF_CALLS = 1 / 2

export class FinanceService {
  readonly balances: BalanceReader
  readonly recovery: RecoveryStore
  readonly billing: BillingReader
  readonly transactions: Transactions
  readonly reports: ReportStore
  /** Paces reading of long lists. */
  readonly limiter: RateLimiter

  constructor(private readonly parts: Parts) {
    const { knex, gateway, options, clock } = parts
    this.limiter = createRateLimiter(clock, { perMinute: pollsPerMinute(options) * SHARE_OF_CALLS })
    this.balances = new BalanceReader(knex, options, gateway)
    this.recovery = new RecoveryStore(knex, options)
    this.billing = new BillingReader(gateway, options.assumptions.fields.billing, clock)
    this.transactions = new Transactions(knex, options)
    this.reports = new ReportStore(knex, options)
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
}

type BalanceWithOutgoing = { balance: Balance; onItsWay: string }
type Known = BalanceWithOutgoing & { withoutOrder: string }

export class BalanceReader {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly gateway: Pick<GatewayClient, "listBalances">
  ) {}

  /** @throws GatewayError when the gateway does not answer */
  async read(): Promise<{ balances: Known[]; isComplete: boolean }> {
    const own = inScope(this.scope)
    const [{ balances, isComplete }, outgoing, income] = await Promise.all([
      this.readListed(),
      this.knex.raw(`${OUTGOING} AND ${own.sql} ${OUTGOING_GROUPS}`, own.bindings),
      readIncome(this.knex, this.scope),
    ])
    const known = withOutgoing(balances, outgoing.rows).map((one) => ({
      ...one,
      withoutOrder: addAmounts(
        "0",
        ...income.filter((row) => isSameAsset(one.balance, row)).map(({ amount }) => amount)
      ),
    }))
    return { balances: known, isComplete }
  }

  /** What the gateway lists, and nothing from the database. @throws GatewayError when it does not answer */
  async readListed(): Promise<{ balances: Balance[]; isComplete: boolean }> {
    const read = await readList(this.gateway.listBalances())
    return { balances: read.isComplete ? read.rows : read.rowsSoFar, isComplete: read.isComplete }
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
