import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DepositRow } from "./deposit-row"

/** A refund may take this long before its end is looked for. */
const REFUND_PATIENCE_MS = 2 * 60_000

/** Finds deposits for which something is left to do. */
export class DepositBacklog {
  constructor(private readonly knex: Knex) {}

  /** Deposits whose state nobody was told of, because a process died in between. */
  async listUnannounced(olderThanMs: number, limit: number): Promise<DepositRow[]> {
    const { rows } = await this.knex.raw(
      `SELECT * FROM onchain_deposit
       WHERE announced_state IS DISTINCT FROM state AND state <> 'acting' AND deleted_at IS NULL
         AND state_at < now() - ? * interval '1 millisecond'
       ORDER BY state_at LIMIT ?`,
      [olderThanMs, limit]
    )
    return rows
  }

  /** Deposits with an action that has had no answer for some time. */
  async listStuck(olderThanMs: number): Promise<string[]> {
    const { rows }: { rows: { id: string }[] } = await this.knex.raw(
      `SELECT id FROM onchain_deposit
       WHERE state = 'acting' AND deleted_at IS NULL AND action_at < now() - ? * interval '1 millisecond'
       ORDER BY next_attempt_at LIMIT 20`,
      [olderThanMs]
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Deposits of which the service knows more than we do: those we have in review and its list does not,
   * and refunds that must have ended.
   *
   * @param listed those its list of deposits in review has
   * @param askedAt when that list was asked for
   */
  async listMissing(listed: ReadonlySet<string>, askedAt: Date): Promise<string[]> {
    const { rows }: { rows: { id: string; state: string }[] } = await this.knex.raw(
      `SELECT id, state FROM onchain_deposit
       WHERE deleted_at IS NULL AND (
         (state = 'in_review' AND state_at < ?)
         OR (state = 'refund_pending' AND state_at < now() - ? * interval '1 millisecond'))`,
      [askedAt, REFUND_PATIENCE_MS]
    )
    return rows.filter(({ id, state }) => state !== "in_review" || !listed.has(id)).map(({ id }) => id)
  }
}
