import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ReportedState } from "../../domain/deposit-lifecycle"
import type { DepositRow } from "./deposit-row"

/** A refund may take this long before its end is looked for. */
const REFUND_PATIENCE_MS = 2 * 60_000

/** A report that no list has confirmed for this long is looked for with the whole list only. */
const REPORT_PATIENCE_MS = 3_600_000

/** Finds deposits for which something is left to do. */
export class DepositBacklog {
  constructor(private readonly knex: Knex) {}

  /** Deposits whose state nobody was told of, because a process died in between. */
  async listUnannounced(olderThanMs: number, limit: number): Promise<DepositRow[]> {
    const { rows } = await this.knex.raw(
      `SELECT * FROM onchain_deposit
       WHERE announced_state IS DISTINCT FROM state AND state <> 'acting' AND confirmed_at IS NOT NULL
         AND deleted_at IS NULL
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

  /** Ends and refunds that events have lately reported of deposits and that no list has confirmed. */
  async listReported(): Promise<Exclude<ReportedState, "in_review" | "unknown">[]> {
    const {
      rows,
    }: {
      rows: { reported_state: Exclude<ReportedState, "in_review" | "unknown"> }[]
    } = await this.knex.raw(
      `SELECT DISTINCT reported_state FROM onchain_deposit
       WHERE reported_state NOT IN ('in_review', 'unknown') AND deleted_at IS NULL AND reported_at > now() - ? * interval '1 millisecond'`,
      [REPORT_PATIENCE_MS]
    )
    return rows.map(({ reported_state }) => reported_state)
  }

  /**
   * Notes that no list of the service has some deposits: what became of them is unknown.
   *
   * @param askedAt when the lists were asked for; what changed since stays as it is
   */
  async noteUnknown(ids: readonly string[], askedAt: Date): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_deposit SET reported_state = 'unknown', reported_at = now(), updated_at = now()
       WHERE id = ANY(?::text[]) AND state = 'in_review' AND confirmed_at IS NOT NULL AND state_at < ? AND deleted_at IS NULL
         AND reported_state IS DISTINCT FROM 'unknown' AND (reported_at IS NULL OR reported_at < ?)`,
      [[...ids], askedAt, askedAt]
    )
  }

  /**
   * Deposits of which the service knows more than we do: those that a list had in review and its list has no more,
   * and refunds that must have ended.
   *
   * @param listed those its list of deposits in review has
   * @param askedAt when that list was asked for
   */
  async listMissing(listed: ReadonlySet<string>, askedAt: Date): Promise<string[]> {
    const { rows }: { rows: { id: string; state: string }[] } = await this.knex.raw(
      `SELECT id, state FROM onchain_deposit
       WHERE deleted_at IS NULL AND (
         (state = 'in_review' AND confirmed_at IS NOT NULL AND state_at < ?)
         OR (state = 'refund_pending' AND state_at < now() - ? * interval '1 millisecond'))`,
      [askedAt, REFUND_PATIENCE_MS]
    )
    return rows.filter(({ id, state }) => state !== "in_review" || !listed.has(id)).map(({ id }) => id)
  }
}
