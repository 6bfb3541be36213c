import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isResolved, type DepositState, type ResolutionNames } from "../../domain/deposit-lifecycle"
import { judgeSighting, sightedState, type DepositSighting } from "../../domain/deposit-sighting"
import type { Deposit } from "../../gateway/contract"
import { changeWithNote, listAuditEntries, type AuditEntry } from "./audit-log"
import { resolveDepositCustomers } from "./deposit-customer"
import { changedFacts, depositToFacts, type DepositFacts, type DepositRow } from "./deposit-row"

export const DEPOSIT = "deposit"

/** What became of a sighting: `check` and `wait` changed nothing and are the caller's to follow. */
export type RecordedSighting =
  | { kind: "new" | "moved"; row: DepositRow }
  | { kind: "known"; row: DepositRow }
  | { kind: "check"; row: DepositRow; to: "in_review" | "refund_pending" }
  | { kind: "wait"; row: DepositRow }

export type DepositChange = {
  /** Name of the audit entry. */
  action: string
  /** Who did it; null for the service. */
  actorId: string | null
  facts?: Partial<DepositFacts>
  /** Why it did not go as wished, for the operator. */
  reason?: string
  /** Calls made for the action, when a later one must not be undone. */
  attempts?: number
}

/** Others may change a row between reading and writing it, but not for ever. */
const MAX_TRIES = 20

/**
 * The mirror of the service's deposits. Every change of state is one statement, guarded by the revision that was
 * read, so that two that decide at once cannot both win.
 */
export class DepositStore {
  constructor(
    private readonly knex: Knex,
    private readonly names: ResolutionNames,
    private readonly clock: () => number
  ) {}

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
   * Records what the service said about a deposit. Safe to repeat, in any order.
   *
   * @param askedAt when the list that says so was asked for; a row that changed since stays as it is
   */
  async record(deposit: Deposit, sighting: DepositSighting, askedAt?: Date): Promise<RecordedSighting> {
    const [customerId = null] = await resolveDepositCustomers(this.knex, [deposit])
    return this.recordFacts(depositToFacts(deposit, customerId), deposit.observedAt, sighting, askedAt)
  }

  /**
   * Records a piece of a list. What is as it was costs one read.
   *
   * @returns those that are new or have moved
   */
  async recordList(
    deposits: readonly Deposit[],
    askedAt: Date
  ): Promise<{ changed: DepositRow[]; written: number }> {
    const ids = deposits.map(({ depositId }) => depositId)
    const customerIds = await resolveDepositCustomers(this.knex, deposits)
    const known = await this.knex<DepositRow>("onchain_deposit").whereIn("id", ids).whereNull("deleted_at")
    const rows = new Map(known.map((row) => [row.id, row]))
    const changed: DepositRow[] = []
    let written = 0
    for (const [index, deposit] of deposits.entries()) {
      const facts = depositToFacts(deposit, customerIds[index] ?? null)
      const row = rows.get(facts.id)
      const sighting = { source: "list", status: deposit.resolutionStatus ?? null } as const
      if (row && this.isAsTold(row, facts, sighting)) continue
      const { kind, row: now } = await this.recordFacts(facts, deposit.observedAt, sighting, askedAt)
      if (kind === "new" || kind === "moved") changed.push(now)
      written++
    }
    return { changed, written }
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

  private isAsTold(row: DepositRow, facts: DepositFacts, sighting: DepositSighting): boolean {
    return judgeSighting(row.state, sighting, this.names).kind === "stay" && changedFacts(row, facts) === null
  }

  private async recordFacts(
    facts: DepositFacts,
    observedAt: string | undefined,
    sighting: DepositSighting,
    askedAt?: Date
  ): Promise<RecordedSighting> {
    const inserted = await this.insert(facts, observedAt, sighting)
    if (inserted) return { kind: "new", row: inserted }
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const row = await this.mustFind(facts.id)
      const recorded = await this.apply(row, facts, sighting, askedAt)
      if (recorded) return recorded
    }
    throw new Error(`deposit ${facts.id} changes all the time`)
  }

  /** @returns undefined when the row was changed meanwhile */
  private async apply(
    row: DepositRow,
    facts: DepositFacts,
    sighting: DepositSighting,
    askedAt: Date | undefined
  ): Promise<RecordedSighting | undefined> {
    if (askedAt && row.state_at >= askedAt) return { kind: "known", row }
    const verdict = judgeSighting(row.state, sighting, this.names)
    switch (verdict.kind) {
      case "check":
        return { kind: "check", row, to: verdict.to }
      case "wait":
        return { kind: "wait", row }
      case "move": {
        const moved = await this.move(row, verdict.to, {
          ...changeByService(row.state, verdict.to),
          facts: changedFacts(row, facts) ?? {},
        })
        return moved && { kind: "moved", row: moved }
      }
      case "stay":
        return verdict.isCurrent ? this.refresh(row, facts) : { kind: "known", row }
    }
  }

  private async insert(
    facts: DepositFacts,
    observedAt: string | undefined,
    sighting: DepositSighting
  ): Promise<DepositRow | undefined> {
    const state = sightedState(sighting, this.names) ?? "in_review"
    const nowDate = new Date(this.clock())
    // What a list says was resolved long ago is history and no news.
    const isHistory = sighting.source === "list" && isResolved(state)
    const [row] = await this.knex("onchain_deposit")
      .insert({
        ...facts,
        state,
        state_at: this.knex.fn.now(),
        announced_state: isHistory ? state : null,
        observed_at: observedAt ? new Date(observedAt) : nowDate,
        resolved_at: isResolved(state) ? nowDate : null,
        synced_at: this.knex.fn.now(),
      })
      .onConflict()
      .ignore()
      .returning<DepositRow[]>("*")
    return row
  }

  private async refresh(row: DepositRow, facts: DepositFacts): Promise<RecordedSighting | undefined> {
    const changed = changedFacts(row, facts)
    if (!changed) return { kind: "known", row }
    const [now] = await this.knex("onchain_deposit")
      .where({ id: row.id, state: row.state, revision: row.revision })
      .update({ ...changed, synced_at: this.knex.fn.now(), updated_at: this.knex.fn.now() })
      .returning<DepositRow[]>("*")
    return now && { kind: "known", row: now }
  }
}

/** A move that the service made, or somebody in its dashboard. */
export function changeByService(from: DepositState, to: DepositState): DepositChange {
  if (from !== "refund_pending" || to !== "in_review") return { action: `deposit.${to}`, actorId: null }
  const reason = "The refund failed at the service, and the money is still there. You can try again."
  return { action: "deposit.refund_failed", actorId: null, reason }
}
