import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { SqlPart } from "./withdrawal-change"
import type { WithdrawalRow } from "./withdrawal-row"

/** Largest amounts of the asset of a payout, decimals in token units; null for none. */
export type PayoutCaps = { perWithdrawal: string | null; perDay: string | null }

type Asset = Pick<WithdrawalRow, "chain" | "network_id" | "token" | "canonical_asset_id">

const SAME_ASSET = `o.chain = ? AND o.network_id = ? AND o.token = ? AND o.canonical_asset_id IS NOT DISTINCT FROM ?`
/** What has left within a day, or may have. */
const SENT_TODAY = `o.first_sent_at > now() - interval '24 hours'
  AND o.state IN ('sending', 'sent', 'completed', 'unclear') AND o.deleted_at IS NULL`

function assetOf({ chain, network_id, token, canonical_asset_id }: Asset): Knex.RawBinding[] {
  return [chain, network_id, token, canonical_asset_id]
}

/** What was sent of an asset in the last 24 hours without this payout. @returns decimal in token units */
export async function readUsedToday(knex: Knex, row: Asset & { id: string }): Promise<string> {
  const { rows } = await knex.raw(
    `SELECT trim_scale(coalesce(sum(o.amount::numeric), 0))::text AS used FROM onchain_withdrawal AS o
     WHERE ${SAME_ASSET} AND ${SENT_TODAY} AND o.id <> ?`,
    [...assetOf(row), row.id]
  )
  return rows[0].used
}

/**
 * The guard of a payout within its limits. Only together with {@link waitForTurn}: two payouts that are claimed at once would
 * both see room.
 */
export function withinCaps(row: Asset, { perWithdrawal, perDay }: PayoutCaps): SqlPart {
  const parts: SqlPart[] = []
  if (perWithdrawal !== null)
    parts.push({ sql: "w.amount::numeric <= ?::numeric", bindings: [perWithdrawal] })
  if (perDay !== null)
    parts.push({
      sql: `w.amount::numeric + (SELECT coalesce(sum(o.amount::numeric), 0) FROM onchain_withdrawal AS o
        WHERE ${SAME_ASSET} AND ${SENT_TODAY} AND o.id <> w.id) <= ?::numeric`,
      bindings: [...assetOf(row), perDay],
    })
  return {
    sql: parts.length === 0 ? "true" : parts.map(({ sql }) => sql).join(" AND "),
    bindings: parts.flatMap(({ bindings }) => bindings),
  }
}

/** Lets payouts of one asset be claimed one after another, until the transaction ends. */
export async function waitForTurn(transaction: Knex, row: Asset): Promise<void> {
  const asset = [row.chain, row.network_id, row.canonical_asset_id ?? row.token].join("/")
  await transaction.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:payout:' || ?, 0))", [asset])
}
