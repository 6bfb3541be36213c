import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isResultOf } from "../../domain/deposit-answer"
import { isResolved, type DepositState } from "../../domain/deposit-lifecycle"
import { changeWithNote, listAuditEntries, type AuditEntry } from "./audit-log"
import type { DepositFacts, DepositRow } from "./deposit-row"

export const DEPOSIT = "deposit"

export type DepositChange = {
  /** Name of the audit entry. */
  action: string
  /** Who did it; null for the service. */
  actorId: string | null
  facts?: Partial<DepositFacts>
  /** Whether a list of the service says so. */
  isListed?: boolean
  /** Why it did not go as wished, for the operator. */
  reason?: string
  /** Calls made for the action, when a later one must not be undone. */
  attempts?: number
}

/**
 * Reads and moves deposits. Every change of state is one statement, guarded by the revision that was read, so that two
 * that decide at once cannot both win.
 */
export class DepositStore {
  constructor(private readonly knex: Knex) {}

  find(id: string): Promise<DepositRow | undefined> {
    return this.knex<DepositRow>("onchain_deposit").where({ id }).whereNull("deleted_at").first()
  }

  async mustFind(id: string): Promise<DepositRow> {
    const row = await this.find(id)
    if (!row) throw new Error(`deposit ${id} is gone; deposits are never deleted`)
    return row
  }

  /** What happened to a deposit, oldest first. */
  history(id: string): Promise<AuditEntry[]> {
    return listAuditEntries(this.knex, DEPOSIT, id)
  }

  /** The database's time, before which a list was not yet asked for. */
  async now(): Promise<Date> {
    const { rows } = await this.knex.raw("SELECT now() AS now")
    return rows[0].now
  }

  /**
   * Moves a deposit whose row is still as it was read.
   *
   * @returns the row as it now is, or undefined when somebody was faster
   */
  async move(row: DepositRow, to: DepositState, change: DepositChange): Promise<DepositRow | undefined> {
    const columns: Record<string, Knex.RawBinding> = {
      ...change.facts,
      state: to,
      last_error: change.reason ?? null,
    }
    const names = Object.keys(columns)
    const sql = `UPDATE onchain_deposit SET ${names.map((name) => `${name} = ?`).join(", ")},
        reported_state = NULL, reported_at = NULL${change.isListed ? ", confirmed_at = coalesce(confirmed_at, now())" : ""},
        resolved_at = ${isResolved(to) ? "now()" : "NULL"}, lease_expires_at = NULL, next_attempt_at = NULL,
        revision = revision + 1, state_at = now(), updated_at = now(), synced_at = now()
      WHERE id = ? AND state = ? AND revision = ? AND action_attempts = coalesce(?::int, action_attempts) RETURNING *`
    const { attempts = null } = change
    return changeWithNote<DepositRow>(
      this.knex,
      DEPOSIT,
      { sql, bindings: [...Object.values(columns), row.id, row.state, row.revision, attempts] },
      {
        action: change.action,
        actorId: change.actorId,
        before: { state: row.state },
        after: { state: to, ...(change.reason ? { reason: change.reason } : {}) },
      }
    )
  }

  /** Notes that listeners were told of a state. */
  async noteAnnounced(id: string, state: DepositState): Promise<void> {
    await this.knex("onchain_deposit")
      .where({ id })
      .update({ announced_state: state, updated_at: new Date() })
  }
}

/**
 * A move that the service tells of: the end of the action under way, whoever hears of it first, or what somebody did in the
 * service's dashboard.
 */
export function changeByService(row: DepositRow, to: DepositState): DepositChange {
  const { state: from, action, action_by } = row
  if (to === "in_review" && isResolved(from)) {
    const reason = `The provider lists it in review again. It was ${from} here.`
    return { action: "deposit.reopened", actorId: null, reason }
  }
  if (from !== "refund_pending" || to !== "in_review") {
    const isEndOfAction = from === "acting" && action !== null && isResultOf(action, to)
    return { action: `deposit.${to}`, actorId: isEndOfAction ? action_by : null }
  }
  const reason = "The refund failed at the service, and the money is still there. You can try again."
  return { action: "deposit.refund_failed", actorId: null, reason }
}
