import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Transaction } from "../../gateway/contract"

/** What a piece of the service's list brought. `added` of `changed` were not there before. */
export type MirrorCount = { changed: number; added: number }

/**
 * Keeps our rows like the service's transactions. What the service tells twice is written once, in whatever order.
 */
export class TransactionMirror {
  constructor(private readonly knex: Knex) {}

  /** Records a piece of the list in one statement. A row that is as it was is not written. */
  async record(transactions: readonly Transaction[]): Promise<MirrorCount> {
    // One statement can touch a row once, and a page may name a transaction twice.
    const facts = new Map(transactions.map((transaction) => [transaction.id, toFacts(transaction)]))
    if (facts.size === 0) return { changed: 0, added: 0 }
    const { rows }: { rows: { is_new: boolean }[] } = await this.knex.raw(
      `INSERT INTO onchain_transaction AS known (${COLUMNS.join(", ")}, sort_at)
       SELECT ${COLUMNS.join(", ")}, coalesce(occurred_at, now())
       FROM jsonb_to_recordset(?::jsonb) AS told (id text, chain text, network_id text, token text,
         canonical_asset_id text, type text, direction text, amount text, tx_hash text, reference text,
         occurred_at timestamptz)
       ON CONFLICT (id) DO UPDATE SET ${TOLD.map((name) => `${name} = excluded.${name}`).join(", ")},
         sort_at = coalesce(excluded.occurred_at, known.sort_at), deleted_at = NULL, updated_at = now()
       WHERE (${TOLD.map((name) => `known.${name}`).join(", ")}, known.deleted_at)
         IS DISTINCT FROM (${TOLD.map((name) => `excluded.${name}`).join(", ")}, NULL::timestamptz)
       RETURNING (xmax = 0) AS is_new`,
      [JSON.stringify([...facts.values()])]
    )
    return { changed: rows.length, added: rows.filter(({ is_new }) => is_new).length }
  }
}

const TOLD = [
  "chain",
  "network_id",
  "token",
  "canonical_asset_id",
  "type",
  "direction",
  "amount",
  "tx_hash",
  "reference",
  "occurred_at",
] as const
const COLUMNS = ["id", ...TOLD] as const

function toFacts(told: Transaction): Record<(typeof COLUMNS)[number], string | null> {
  return {
    id: told.id,
    chain: told.chain,
    network_id: told.networkId,
    token: told.token,
    canonical_asset_id: told.canonicalAssetId ?? null,
    type: told.type ?? null,
    direction: told.direction ?? null,
    amount: told.amount ?? null,
    tx_hash: told.txHash ?? null,
    reference: told.reference ?? null,
    occurred_at: told.createdAt ?? null,
  }
}
