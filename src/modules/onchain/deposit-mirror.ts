import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isResolved, type ResolutionNames } from "../../domain/deposit-lifecycle"
import { judgeSighting, sightedState, type DepositSighting } from "../../domain/deposit-sighting"
import type { Deposit } from "../../gateway/contract"
import { resolveDepositCustomers } from "./deposit-customer"
import { changedFacts, depositToFacts, type DepositFacts, type DepositRow } from "./deposit-row"
import { changeByService, type DepositStore } from "./deposit-store"

/** What became of a sighting: `check` and `wait` changed nothing and are the caller's to follow. */
export type RecordedSighting =
  | { kind: "new" | "moved"; row: DepositRow }
  | { kind: "known"; row: DepositRow }
  | { kind: "check"; row: DepositRow; to: "in_review" | "refund_pending" }
  | { kind: "wait"; row: DepositRow }

/** Others may change a row between reading and writing it, but not for ever. */
const MAX_TRIES = 20

/** Keeps our rows like the service's deposits, from events and lists, in whatever order they come. */
export class DepositMirror {
  constructor(
    private readonly knex: Knex,
    private readonly store: DepositStore,
    private readonly names: ResolutionNames,
    private readonly clock: () => number
  ) {}

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
   * Records a piece of a list. What is as it was costs one read for all.
   *
   * @returns those that are new or have moved
   */
  async recordList(deposits: readonly Deposit[], askedAt: Date): Promise<DepositRow[]> {
    const ids = deposits.map(({ depositId }) => depositId)
    const customerIds = await resolveDepositCustomers(this.knex, deposits)
    const known = await this.knex<DepositRow>("onchain_deposit").whereIn("id", ids).whereNull("deleted_at")
    const rows = new Map(known.map((row) => [row.id, row]))
    const changed: DepositRow[] = []
    for (const [index, deposit] of deposits.entries()) {
      const facts = depositToFacts(deposit, customerIds[index] ?? null)
      const row = rows.get(facts.id)
      const sighting = { source: "list", status: deposit.resolutionStatus ?? null } as const
      if (row && this.isAsTold(row, facts, sighting)) continue
      const { kind, row: now } = await this.recordFacts(facts, deposit.observedAt, sighting, askedAt)
      if (kind === "new" || kind === "moved") changed.push(now)
    }
    return changed
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
      const row = await this.store.mustFind(facts.id)
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
        const moved = await this.store.move(row, verdict.to, {
          ...changeByService(row, verdict.to),
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
