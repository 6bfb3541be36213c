import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  isReportStored,
  isResolved,
  judgeListed,
  reportedState,
  resolutionToState,
} from "../../../domain/deposit/deposit-lifecycle"
import type { Deposit } from "../../../gateway/contract"
import { changeWithEvents } from "../work/outbox"
import { inScope, ownRows, scopeColumns, type Scope } from "../work/scope"
import { depositEvents } from "./deposit-events"
import type { DepositFacts, DepositRow } from "./deposit-row"
import { changedFacts, depositToFacts } from "./deposit-row"
import { changeByService, lockDeposit, moveDeposit } from "./deposit-store"

/** `new` includes a deposit that only an event had reported before. */
export type RecordedDeposit = { kind: "new" | "moved" | "known"; row: DepositRow }

/** A list may lag behind the answer that ended a deposit, so it reopens one only after this. */
const REOPEN_AFTER_MS = 60_000

export class DepositMirror {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly clock: () => number
  ) {}

  /**
   * Stores what a new event reports. State, sender and expected session do not change: a row that only an
   * event reported has no sender and no session, and offers nothing until a list has it.
   */
  async report(event: string, deposit: Deposit): Promise<DepositRow> {
    const to = reportedState(event, deposit.resolutionStatus ?? null) ?? "in_review"
    const { depositId } = deposit
    const reported = { reported_state: to, reported_at: this.knex.fn.now() }
    const [made] = await this.insert(
      this.knex,
      { ...depositToFacts(deposit, null), ...UNPROVEN, resolution_status: null },
      deposit.observedAt,
      { state: "in_review", ...reported }
    )
    if (made) return made
    return this.knex.transaction(async (knex) => {
      const row = await lockDeposit(knex, this.scope, depositId)
      if (!isReportStored({ state: row.state, reported: row.reported_state }, to)) return row
      const [now] = await knex("onchain_deposit")
        .where({ id: depositId, ...scopeColumns(this.scope) })
        .update({ ...reported, updated_at: this.knex.fn.now() })
        .returning<DepositRow[]>("*")
      return now ?? row
    })
  }

  /**
   * Records one deposit of a list. Safe to repeat.
   *
   * @param askedAt when the list was requested; a row that changed since stays
   */
  async record(deposit: Deposit, askedAt?: Date): Promise<RecordedDeposit> {
    const [customerId = null] = await resolveDepositCustomers(this.knex, this.scope, [deposit])
    return this.recordFacts(depositToFacts(deposit, customerId), deposit.observedAt, askedAt)
  }

  /**
   * Records a chunk of a list; unchanged rows cost one read together. @returns those that are new or have
   * moved
   */
  async recordList(deposits: readonly Deposit[], askedAt: Date): Promise<DepositRow[]> {
    const ids = deposits.map(({ depositId }) => depositId)
    const customerIds = await resolveDepositCustomers(this.knex, this.scope, deposits)
    const known = await ownRows<DepositRow>(this.knex, this.scope, "onchain_deposit").whereIn("id", ids)
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
    const { kind } = judgeListed(row.state, facts.resolution_status)
    return kind === "stay" && changedFacts(row, facts) === null
  }

  private async recordFacts(
    facts: DepositFacts,
    observedAt: string | undefined,
    askedAt?: Date
  ): Promise<RecordedDeposit> {
    const status = facts.resolution_status
    const state = (status === null ? null : resolutionToState(status)) ?? "in_review"
    const resolved_at = isResolved(state) ? new Date(this.clock()) : null
    // A deposit that was resolved before we knew of it is no news.
    const eventsOf = (row: DepositRow) => (isResolved(state) ? [] : depositEvents(row, null))
    const inserted = await changeWithEvents(this.knex, eventsOf, (knex) =>
      this.insert(knex, facts, observedAt, { state, resolved_at, confirmed_at: this.knex.fn.now() })
    )
    if (inserted) return { kind: "new", row: inserted }
    return this.knex.transaction(async (knex) =>
      this.apply(knex, await lockDeposit(knex, this.scope, facts.id), facts, askedAt)
    )
  }

  private async apply(
    knex: Knex.Transaction,
    row: DepositRow,
    facts: DepositFacts,
    askedAt: Date | undefined
  ): Promise<RecordedDeposit> {
    if (askedAt && (row.state_at >= askedAt || isReportedSince(row, askedAt)) && row.confirmed_at !== null)
      return { kind: "known", row }
    const verdict = judgeListed(row.state, facts.resolution_status)
    if (verdict.kind === "stay")
      return verdict.isCurrent ? this.refresh(knex, row, facts) : { kind: "known", row }
    if (askedAt && isResolved(row.state) && askedAt.getTime() - row.state_at.getTime() < REOPEN_AFTER_MS)
      return { kind: "known", row }
    const moved = await moveDeposit(knex, row, verdict.to, {
      ...changeByService(row, verdict.to),
      facts: changedFacts(row, facts) ?? {},
      isListed: true,
    })
    return { kind: "moved", row: moved }
  }

  private insert(
    knex: Knex,
    facts: DepositFacts,
    observedAt: string | undefined,
    more: Record<string, Knex.Value>
  ): Promise<DepositRow[]> {
    return knex("onchain_deposit")
      .insert({
        ...scopeColumns(this.scope),
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

  private async refresh(
    knex: Knex.Transaction,
    row: DepositRow,
    facts: DepositFacts
  ): Promise<RecordedDeposit> {
    const changed = changedFacts(row, facts)
    const isUnconfirmed = row.confirmed_at === null || row.reported_state !== null
    if (!changed && !isUnconfirmed) return { kind: "known", row }
    const isNew = row.confirmed_at === null
    const eventsOf = (now: DepositRow) => (isNew ? depositEvents(now, null) : [])
    const now = await changeWithEvents(knex, eventsOf, (trx) =>
      trx("onchain_deposit")
        .where({ id: row.id, ...scopeColumns(this.scope) })
        .update({
          ...changed,
          confirmed_at: knex.raw("coalesce(confirmed_at, now())"),
          reported_state: null,
          reported_at: null,
          synced_at: this.knex.fn.now(),
          updated_at: this.knex.fn.now(),
        })
        .returning<DepositRow[]>("*")
    )
    return { kind: isNew ? "new" : "known", row: now ?? row }
  }
}

/** Facts worth forging, which an event alone cannot prove. */
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

type CustomerRow = { customer_id: string; gateway_customer_id: string | null }

/**
 * Finds Medusa's customers of deposits, by the provider's customer or else by our reference. A reference must
 * not contradict the identifier: an account has one customer at the provider.
 *
 * @returns in the order of the deposits; null where a deposit names none of ours
 */
async function resolveDepositCustomers(
  knex: Knex,
  scope: Scope,
  deposits: readonly Pick<Deposit, "customerId" | "externalCustomerRef">[]
): Promise<(string | null)[]> {
  const gatewayIds = deposits.flatMap(({ customerId }) => (customerId === undefined ? [] : [customerId]))
  const references = deposits.flatMap(({ externalCustomerRef: ref }) => (ref === undefined ? [] : [ref]))
  if (gatewayIds.length === 0 && references.length === 0) return deposits.map(() => null)
  const own = inScope(scope)
  const { rows }: { rows: CustomerRow[] } = await knex.raw(
    `SELECT customer_id, gateway_customer_id FROM onchain_customer
     WHERE deleted_at IS NULL AND ${own.sql} AND (gateway_customer_id = ANY(?::text[]) OR customer_id = ANY(?::text[]))`,
    [...own.bindings, gatewayIds, references]
  )
  return deposits.map(({ customerId, externalCustomerRef }) => {
    const named = rows.find((row) => customerId !== undefined && row.gateway_customer_id === customerId)
    const referred = rows.find((row) => row.customer_id === externalCustomerRef)
    const isSame = customerId === undefined || (referred?.gateway_customer_id ?? customerId) === customerId
    return named?.customer_id ?? (isSame ? (referred?.customer_id ?? null) : null)
  })
}
