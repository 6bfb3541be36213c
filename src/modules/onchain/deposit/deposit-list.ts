import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DepositState, ReportedState } from "../../../domain/deposit/deposit-lifecycle"
import { canBeMeantFor } from "../../../domain/deposit/deposit-link"
import { selectPayments, type PaymentRow } from "../payment/payment-row"
import {
  countRows,
  findBegins,
  foundRows,
  countingOrder,
  readPage,
  splitStates,
  whereEqual,
  type Found,
} from "../work/listed-rows"
import { inScope, type Scope, scopeColumns } from "../work/claim"
import type { DepositRow } from "./deposit-store"

/** An empty list of states stands for all of them. */
export type DepositFilter = {
  states: readonly DepositState[]
  assignment_status?: readonly string[] | undefined
  chain?: string | undefined
  network_id?: string | undefined
  token?: string | undefined
  customer_id?: string | undefined
  /** Beginning of an identifier, transaction hash or address. */
  q?: string | undefined
}

export type DepositOrder = { by: "observed_at" | "state"; direction: "asc" | "desc" }
export type DepositPage = { filter: DepositFilter; order: DepositOrder; limit: number; offset: number }

export type CandidatePayment = PaymentRow & { gateway_intent_id: string }

/** Waits for a decision. */
export const IS_IN_REVIEW = "state = 'in_review'"

const SEARCHED = ["id", "tx_hash", "from_address", "to_address"] as const
const EQUAL = ["chain", "network_id", "token", "customer_id"] as const

/**
 * Reads pages of deposits. Each filter has an index in the order of the page, so a page costs the same with a
 * hundred rows and with a hundred thousand.
 */
export class DepositList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /**
   * Each state is read on its own, from an index in order: one condition on all of them would sort every
   * match.
   */
  async page({ filter, order, limit, offset }: DepositPage): Promise<DepositRow[]> {
    const columns = order.by === "state" ? ["state", "observed_at", "id"] : ["observed_at", "id"]
    const sorting = columns.map((column) => ({ column, order: order.direction }))
    const found = await findBegins(this.knex, this.searched, filter.q)
    return readPage<DepositRow>(this.knex, this.parts(filter, found), { sorting, limit, offset })
  }

  /** Number of deposits, up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  async count(filter: DepositFilter): Promise<number> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    return countRows(this.knex, this.parts(filter, found), countingOrder(found, "observed_at"))
  }

  /**
   * Lists the open payments of a deposit's customer that it can be meant for, newest first. The caller checks
   * their orders.
   */
  async candidates(deposit: DepositRow, toleranceBps: number): Promise<CandidatePayment[]> {
    if (deposit.customer_id === null) return []
    const payments = await selectPayments(this.knex)
      .where({
        ...scopeColumns(this.scope),
        kind: "auto_deposit",
        state: "awaiting",
        customer_id: deposit.customer_id,
        network_id: deposit.network_id,
      })
      .orderBy("created_at", "desc")
    return payments.filter(
      (payment): payment is CandidatePayment =>
        payment.gateway_intent_id !== null && canBeMeantFor(deposit, payment, toleranceBps)
    )
  }

  private get searched() {
    return { table: "onchain_deposit", scope: this.scope, columns: SEARCHED }
  }

  private parts(filter: DepositFilter, found: Found): Knex.QueryBuilder<DepositRow, DepositRow[]>[] {
    return splitStates(filter).map((part) => {
      const query = foundRows<DepositRow>(this.knex, this.searched, found, part.q)
      const [state] = part.states
      if (state) void query.where({ state })
      whereEqual(query, EQUAL, part)
      if (part.assignment_status) void query.whereIn("assignment_status", [...part.assignment_status])
      return query
    })
  }
}

/** A refund may take this long before its end is searched for. */
const REFUND_PATIENCE_MS = 2 * 60_000

/** An unconfirmed report older than this is looked for in the whole list only. */
const REPORT_PATIENCE_MS = 3_600_000

export class DepositBacklog {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  async listStuck(olderThanMs: number): Promise<string[]> {
    const own = inScope(this.scope)
    const { rows }: { rows: { id: string }[] } = await this.knex.raw(
      `SELECT id FROM onchain_deposit
       WHERE state = 'processing' AND deleted_at IS NULL AND action_at < now() - ? * interval '1 millisecond' AND ${own.sql}
       ORDER BY next_attempt_at LIMIT 20`,
      [olderThanMs, ...own.bindings]
    )
    return rows.map(({ id }) => id)
  }

  /** Ends and refunds that events reported lately and no list has confirmed. */
  async listReported(): Promise<Exclude<ReportedState, "in_review" | "unknown">[]> {
    const own = inScope(this.scope)
    const {
      rows,
    }: {
      rows: { reported_state: Exclude<ReportedState, "in_review" | "unknown"> }[]
    } = await this.knex.raw(
      `SELECT DISTINCT reported_state FROM onchain_deposit
       WHERE reported_state NOT IN ('in_review', 'unknown') AND deleted_at IS NULL
         AND reported_at > now() - ? * interval '1 millisecond' AND ${own.sql}`,
      [REPORT_PATIENCE_MS, ...own.bindings]
    )
    return rows.map(({ reported_state }) => reported_state)
  }

  /**
   * Marks deposits that no list of the service has as unknown.
   *
   * @param askedAt when the lists were requested; what changed since stays
   */
  async noteUnknown(ids: readonly string[], askedAt: Date): Promise<void> {
    const own = inScope(this.scope)
    await this.knex.raw(
      `UPDATE onchain_deposit SET reported_state = 'unknown', reported_at = now(), updated_at = now()
       WHERE id = ANY(?::text[]) AND state = 'in_review' AND confirmed_at IS NOT NULL AND state_at < ? AND deleted_at IS NULL
         AND reported_state IS DISTINCT FROM 'unknown' AND (reported_at IS NULL OR reported_at < ?) AND ${own.sql}`,
      [[...ids], askedAt, askedAt, ...own.bindings]
    )
  }

  /**
   * Deposits that the service must have changed: those missing from its list of deposits in review, and
   * refunds that must have ended.
   *
   * @param listed those its list of deposits in review has
   * @param askedAt when that list was requested
   */
  async listMissing(listed: ReadonlySet<string>, askedAt: Date): Promise<string[]> {
    const own = inScope(this.scope)
    const { rows }: { rows: { id: string; state: string }[] } = await this.knex.raw(
      `SELECT id, state FROM onchain_deposit
       WHERE deleted_at IS NULL AND ${own.sql} AND (
         (state = 'in_review' AND confirmed_at IS NOT NULL AND state_at < ?)
         OR (state = 'refund_pending' AND state_at < now() - ? * interval '1 millisecond'))`,
      [...own.bindings, askedAt, REFUND_PATIENCE_MS]
    )
    return rows.filter(({ id, state }) => state !== "in_review" || !listed.has(id)).map(({ id }) => id)
  }
}
