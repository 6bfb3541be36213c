import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { WithdrawalRow } from "./withdrawal-row"

/** One that is asked for has this long before somebody else asks. */
const LEASE_MS = 60_000

/** When each withdrawal is asked for without a webhook. Times are the database's own. */
export class WithdrawalChecks {
  constructor(private readonly knex: Knex) {}

  /** Takes those that are due, longest first. Any number of processes share the work. */
  async claim(limit: number): Promise<WithdrawalRow[]> {
    const { rows } = await this.knex.raw(
      `UPDATE onchain_withdrawal SET next_check_at = now() + ? * interval '1 millisecond', check_count = check_count + 1,
         updated_at = now()
       WHERE id IN (SELECT id FROM onchain_withdrawal WHERE next_check_at <= now() AND deleted_at IS NULL
         ORDER BY next_check_at LIMIT ? FOR UPDATE SKIP LOCKED) RETURNING *`,
      [LEASE_MS, limit]
    )
    return rows
  }

  /** Gives claimed ones back that were not asked for. */
  async putBack(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.knex("onchain_withdrawal")
      .whereIn("id", [...ids])
      .whereNotNull("next_check_at")
      .update({ next_check_at: this.knex.fn.now() })
  }

  /** Writes why one cannot be followed, and when to ask again; null for never. */
  async postpone({ id, state }: WithdrawalRow, pauseMs: number | null, reason: string | null): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_withdrawal SET next_check_at = now() + ? * interval '1 millisecond', last_error = ?, updated_at = now()
       WHERE id = ? AND state = ?`,
      [pauseMs, reason?.slice(0, 1_000) ?? null, id, state]
    )
  }
}
