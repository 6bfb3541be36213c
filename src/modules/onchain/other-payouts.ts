import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { OtherPayout } from "../../domain/other-payout"
import type { WithdrawalRow } from "./withdrawal-row"

/**
 * Another payout `o` of the same refund that may have moved money, or of which the service says otherwise than we do and
 * nobody has looked yet. The index on live payouts lets one in that came back, so it alone does not tell.
 */
const isOtherThan = (row: "w" | "changed") => `o.refund_id = ${row}.refund_id AND o.id <> ${row}.id
  AND o.deleted_at IS NULL AND (o.state NOT IN ('failed', 'refused', 'cancelled') OR (o.mismatch IS NOT NULL AND o.mismatch_seen_at IS NULL))`

/** The guard of a payout `w` that pays its refund alone. Only together with {@link keepRefund} where money leaves. */
export const PAYS_ALONE = `NOT EXISTS (SELECT 1 FROM onchain_withdrawal AS o WHERE ${isOtherThan("w")})`

/** Whether the payout `changed` is not the only one of its refund. */
export const HAS_ANOTHER = `EXISTS (SELECT 1 FROM onchain_withdrawal AS o WHERE ${isOtherThan("changed")})`

/** Finds the payout that speaks against another one of the same refund; the one that moved last. */
export async function findOtherPayout(
  knex: Knex,
  { id, refund_id }: Pick<WithdrawalRow, "id" | "refund_id">
): Promise<OtherPayout | undefined> {
  if (refund_id === null) return undefined
  const { rows } = await knex.raw(
    `SELECT o.id, o.state, o.mismatch FROM onchain_withdrawal AS w JOIN onchain_withdrawal AS o ON ${isOtherThan("w")}
     WHERE w.id = ? ORDER BY o.state_at DESC, o.id LIMIT 1`,
    [id]
  )
  return rows[0]
}

/**
 * Keeps what is known of the payouts of a refund as it is, until the transaction ends: a payout that comes back writes to its
 * refund in the statement that brings it back. Locked in the order in which a move of a payout locks them.
 */
export async function keepRefund(
  transaction: Knex,
  { id, refund_id }: Pick<WithdrawalRow, "id" | "refund_id">
): Promise<void> {
  if (refund_id === null) return
  await transaction.raw("SELECT 1 FROM onchain_withdrawal WHERE id = ? FOR UPDATE", [id])
  await transaction.raw("SELECT 1 FROM onchain_refund WHERE id = ? FOR UPDATE", [refund_id])
}
