import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { compareAmounts } from "../../../gateway/amount"
import type { Balance } from "../../../gateway/contract"
import { inScope, ownRows, scopeColumns, type Scope } from "../work/scope"

export type RecoveryRow = { chain: string; network_id: string; token: string; amount: string; seen_at: Date }

/** What the gateway's balances say about money that it cannot book by itself, and since when. */
export class RecoveryStore {
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
