import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PayoutLimit } from "./payout-access-option"

/**
 * How much of what a limit is about was sent within the last 24 hours, as the claim of a withdrawal counts it.
 *
 * A limit that leaves network or asset out counts for each asset apart; this tells the largest of them.
 *
 * @returns decimal in token units
 */
export async function readPayoutUsage(
  knex: Knex,
  { token, networkId, canonicalAssetId }: PayoutLimit
): Promise<string> {
  const { rows }: { rows: { amount: string | null }[] } = await knex.raw(
    `SELECT trim_scale(max(total))::text AS amount FROM (
       SELECT sum(amount::numeric) AS total FROM onchain_withdrawal
       WHERE token = ? AND (?::text IS NULL OR network_id = ?) AND (?::text IS NULL OR canonical_asset_id = ?)
         AND first_sent_at > now() - interval '24 hours'
         AND state IN ('sending', 'sent', 'completed', 'unclear') AND deleted_at IS NULL
       GROUP BY chain, network_id, token, canonical_asset_id
     ) AS assets`,
    [token, networkId ?? null, networkId ?? null, canonicalAssetId ?? null, canonicalAssetId ?? null]
  )
  return rows[0]?.amount ?? "0"
}
