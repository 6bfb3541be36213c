import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isResolved, resolutionToState, type ResolutionNames } from "../../domain/deposit-lifecycle"
import { judgeListed, reportedState } from "../../domain/deposit-sighting"
import type { Deposit } from "../../gateway/contract"
import { resolveDepositCustomers } from "./deposit-customer"
import { changedFacts, depositToFacts, type DepositFacts, type DepositRow } from "./deposit-row"
import { changeByService, type DepositStore } from "./deposit-store"

/** What a list changed: `new` is also a deposit that only an event had reported before. */
export type RecordedDeposit = { kind: "new" | "moved" | "known"; row: DepositRow }

/** Others may change a row between reading and writing it, but not for ever. */
const MAX_TRIES = 20
/** A list may lag behind the answer that ended a deposit: it reopens one only after this long. */
const REOPEN_AFTER_MS = 60_000

/** Keeps our rows like the service's deposits: lists decide, and events are remembered as reports until a list has looked. */
export class DepositMirror {
  constructor(
    private readonly knex: Knex,
    private readonly store: DepositStore,
    private readonly names: ResolutionNames,
    private readonly clock: () => number
  ) {}

  /**
   * Remembers what an event reports, where it is news. State, sender and expected session stay as they are: a row that is new
   * by it has no sender and no session, and offers nothing until a list has it.
   *
   * @returns the row as it now is
   */
  async report(event: string, deposit: Deposit): Promise<DepositRow> {
    const to = reportedState(event, deposit.resolutionStatus ?? null, this.names) ?? "in_review"
    const { depositId } = deposit
    const reported = { reported_state: to, reported_at: this.knex.fn.now() }
    const [made] = await this.insert(
      { ...depositToFacts(deposit, null), ...UNPROVEN, resolution_status: null },
      deposit.observedAt,
      { state: "in_review", ...reported }
    )
    if (made) return made
    const [row] = await this.knex("onchain_deposit")
      .where({ id: depositId })
      // That it is in review is what an action under way began with.
      .whereNotIn("state", to === "in_review" ? [to, "acting"] : [to])
      .update({ ...reported, updated_at: this.knex.fn.now() })
      .returning<DepositRow[]>("*")
    return row ?? this.store.mustFind(depositId)
  }

  /**
   * Records one deposit of a list. Safe to repeat.
   *
   * @param askedAt when the list was asked for; a row that changed since stays as it is
   */
  async record(deposit: Deposit, askedAt?: Date): Promise<RecordedDeposit> {
    const [customerId = null] = await resolveDepositCustomers(this.knex, [deposit])
    return this.recordFacts(depositToFacts(deposit, customerId), deposit.observedAt, askedAt)
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
      if (row && this.isAsListed(row, facts)) continue
      const { kind, row: now } = await this.recordFacts(facts, deposit.observedAt, askedAt)
      if (kind === "new" || kind === "moved") changed.push(now)
    }
    return changed
  }

  private isAsListed(row: DepositRow, facts: DepositFacts): boolean {
    if (row.confirmed_at === null || row.reported_state !== null) return false
    const { kind } = judgeListed(row.state, facts.resolution_status, this.names)
    return kind === "stay" && changedFacts(row, facts) === null
  }

  private async recordFacts(
    facts: DepositFacts,
    observedAt: string | undefined,
    askedAt?: Date
  ): Promise<RecordedDeposit> {
    const status = facts.resolution_status
    const state = (status === null ? null : resolutionToState(status, this.names)) ?? "in_review"
    const [inserted] = await this.insert(facts, observedAt, {
      state,
      // What a list says was resolved long ago is history and no news.
      announced_state: isResolved(state) ? state : null,
      resolved_at: isResolved(state) ? new Date(this.clock()) : null,
      confirmed_at: this.knex.fn.now(),
    })
    if (inserted) return { kind: "new", row: inserted }
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const row = await this.store.mustFind(facts.id)
      const recorded = await this.apply(row, facts, askedAt)
      if (recorded) return recorded
    }
    throw new Error(`deposit ${facts.id} changes all the time`)
  }

  /** @returns undefined when the row was changed meanwhile */
  private async apply(
    row: DepositRow,
    facts: DepositFacts,
    askedAt: Date | undefined
  ): Promise<RecordedDeposit | undefined> {
    if (askedAt && (row.state_at >= askedAt || isReportedSince(row, askedAt)) && row.confirmed_at !== null)
      return { kind: "known", row }
    const verdict = judgeListed(row.state, facts.resolution_status, this.names)
    if (verdict.kind === "stay") return verdict.isCurrent ? this.refresh(row, facts) : { kind: "known", row }
    if (askedAt && isResolved(row.state) && askedAt.getTime() - row.state_at.getTime() < REOPEN_AFTER_MS)
      return { kind: "known", row }
    const moved = await this.store.move(row, verdict.to, {
      ...changeByService(row, verdict.to),
      facts: changedFacts(row, facts) ?? {},
      isListed: true,
    })
    return moved && { kind: "moved", row: moved }
  }

  private insert(
    facts: DepositFacts,
    observedAt: string | undefined,
    more: Record<string, Knex.Value>
  ): Promise<DepositRow[]> {
    return this.knex("onchain_deposit")
      .insert({
        ...facts,
        ...more,
        state_at: this.knex.fn.now(),
        observed_at: observedAt ? new Date(observedAt) : new Date(this.clock()),
        synced_at: this.knex.fn.now(),
      })
      .onConflict()
      .ignore()
      .returning<DepositRow[]>("*")
  }

  /** Stores what is new in a list, and that the list has the deposit where we have it. */
  private async refresh(row: DepositRow, facts: DepositFacts): Promise<RecordedDeposit | undefined> {
    const changed = changedFacts(row, facts)
    const isNews = row.confirmed_at === null || row.reported_state !== null
    if (!changed && !isNews) return { kind: "known", row }
    const [now] = await this.knex("onchain_deposit")
      .where({ id: row.id, state: row.state, revision: row.revision })
      .update({
        ...changed,
        confirmed_at: this.knex.raw("coalesce(confirmed_at, now())"),
        reported_state: null,
        reported_at: null,
        synced_at: this.knex.fn.now(),
        updated_at: this.knex.fn.now(),
      })
      .returning<DepositRow[]>("*")
    return now && { kind: row.confirmed_at === null ? "new" : "known", row: now }
  }
}

/** Facts that somebody could earn from, and that an event alone cannot prove. */
const UNPROVEN = {
  from_address: null,
  expected_intent_id: null,
  expected_session_id: null,
  expected_amount_raw: null,
  assignment_status: null,
  gateway_customer_id: null,
} satisfies Partial<DepositFacts>

function isReportedSince({ reported_at }: DepositRow, askedAt: Date): boolean {
  return reported_at !== null && reported_at >= askedAt
}
