import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LimitScope } from "../../../domain/payout/payout-limit"
import { inScope, type Scope } from "../work/scope"
import type { SqlPart } from "./withdrawal-change"
import type { WithdrawalRow } from "./withdrawal-row"

/** What has left within a day, or may have. */
const IN_THE_LAST_DAY = `o.first_sent_at > now() - interval '24 hours'
  AND o.state IN ('sending', 'sent', 'completed', 'unknown') AND o.deleted_at IS NULL`

/** A payout of an unknown asset may be of any with its symbol. */
function sumOf(scope: Scope, { token, networkId, canonicalAssetId }: LimitScope): SqlPart {
  const own = inScope(scope, "o")
  return {
    sql: `SELECT coalesce(sum(o.amount::numeric), 0) FROM onchain_withdrawal AS o WHERE o.token = ?
      AND (?::text IS NULL OR o.network_id = ?)
      AND (?::text IS NULL OR o.canonical_asset_id IS NULL OR o.canonical_asset_id = ?) AND ${IN_THE_LAST_DAY}
      AND ${own.sql}`,
    bindings: [token, networkId, networkId, canonicalAssetId, canonicalAssetId, ...own.bindings],
  }
}

/**
 * What was sent in the last 24 hours under a limit.
 *
 * @param exceptId a payout that is left out
 * @returns decimal in token units
 */
export async function readSentLastDay(
  knex: Knex,
  scope: Scope,
  limit: LimitScope,
  exceptId?: string
): Promise<string> {
  const { sql, bindings } = sumOf(scope, limit)
  const { rows } = await knex.raw(
    `SELECT trim_scale((${sql} AND o.id IS DISTINCT FROM ?::text))::text AS sent`,
    [...bindings, exceptId ?? null]
  )
  return rows[0].sent
}

/** Serialises claims of payouts of one token until the transaction ends. Every limit names its token. */
export async function waitForTurn(transaction: Knex, { token }: Pick<WithdrawalRow, "token">): Promise<void> {
  await transaction.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:payout:' || ?, 0))", [token])
}
