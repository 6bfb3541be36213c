import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DepositState } from "../../../domain/deposit/deposit-lifecycle"
import type { PaymentStatus } from "../../../domain/payment/payment-status"
import { databaseTime, inScope, type Scope, scopeColumns, ScopedStore } from "../work/claim"
import { countRows, type ListPage, sortedBy, toPattern } from "../work/listed-rows"
import {
  type AnyPayment,
  DECISIONS,
  type PaymentRow,
  queuedSessionIn,
  selectAnyPayments,
  selectPayments,
  WITH_DECISIONS,
} from "./payment-row"
import { listRefundStandings, type RefundStanding } from "./payment-status"

/** What Medusa knows for a search text: ids of orders, of their payment collections and of customers. */
export type SearchedIds = {
  orderIds: readonly string[]
  collectionIds: readonly string[]
  customerIds: readonly string[]
}

/** Payments that one kind of match may find. More are found by a longer text. */
const MOST_FOUND = 1_000
/** Characters from which the beginning of a hash is searched for. */
const SHORTEST_HASH = 6

type Branch = { sql: string; bindings: Knex.RawBinding[] }

/**
 * Finds payments by whatever names them. Each branch reads its own index, and is bounded.
 *
 * @param q an id of ours, of Medusa or of the service, an address, a memo, or the beginning of a hash
 * @param known what Medusa found for it
 * @returns ids of payments
 */
async function searchPayments(knex: Knex, scope: Scope, q: string, known: SearchedIds): Promise<string[]> {
  const branches = [...byName(scope, q), ...(q.length >= SHORTEST_HASH ? byHash(q) : []), ...byMedusa(known)]
  const sql = branches
    .map((branch) => `(SELECT payment_id FROM (${branch.sql}) AS found LIMIT ${MOST_FOUND})`)
    .join(" UNION ")
  const { rows }: { rows: { payment_id: string }[] } = await knex.raw(
    sql,
    branches.flatMap(({ bindings }) => bindings)
  )
  return rows.map(({ payment_id }) => payment_id)
}

function byName(scope: Scope, q: string): Branch[] {
  const own = inScope(scope)
  const ofGateway = (column: string): Branch => ({
    sql: `SELECT payment_id FROM onchain_attempt WHERE ${column} = ? AND ${own.sql} AND deleted_at IS NULL`,
    bindings: [q, ...own.bindings],
  })
  return [
    { sql: "SELECT id AS payment_id FROM onchain_payment WHERE id = ?", bindings: [q] },
    {
      sql: "SELECT id AS payment_id FROM onchain_payment WHERE session_id = ? AND deleted_at IS NULL",
      bindings: [q],
    },
    { sql: "SELECT payment_id FROM onchain_attempt WHERE id = ?", bindings: [q] },
    ofGateway("gateway_invoice_id"),
    ofGateway("gateway_intent_id"),
    ofGateway("external_order_id"),
    { sql: "SELECT payment_id FROM onchain_attempt WHERE memo = ? AND deleted_at IS NULL", bindings: [q] },
    addressBranch(q),
  ]
}

/** Hex means the same in any case; other alphabets do not. */
function addressBranch(q: string): Branch {
  const same = /^0x/i.test(q) ? "" : " AND deposit_address = ?"
  return {
    sql: `SELECT payment_id FROM onchain_attempt
      WHERE lower(deposit_address) = lower(?) AND deposit_address IS NOT NULL${same}`,
    bindings: same === "" ? [q] : [q, q],
  }
}

/** Of an attempt, a deposit tied to its payment and not queued as one of its own, a claim, a refund's payout, or a refund settled elsewhere. */
function byHash(q: string): Branch[] {
  return [
    "SELECT payment_id FROM onchain_attempt WHERE tx_hash IS NOT NULL AND lower(tx_hash) LIKE ?",
    `SELECT payment_id FROM onchain_deposit AS d WHERE lower(tx_hash) LIKE ? AND payment_id IS NOT NULL AND deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM onchain_payment AS queued
        WHERE queued.session_id = ${queuedSessionIn("d.payment_id", "d.id")} AND queued.deleted_at IS NULL)`,
    "SELECT payment_id FROM onchain_payment_claim WHERE lower(tx_hash) LIKE ?",
    `SELECT payment_id FROM onchain_withdrawal WHERE lower(tx_hash) LIKE ? AND payment_id IS NOT NULL AND deleted_at IS NULL`,
    "SELECT payment_id FROM onchain_refund WHERE settled_tx_hash IS NOT NULL AND lower(settled_tx_hash) LIKE ?",
  ].map((sql) => ({ sql, bindings: [toPattern(q)] }))
}

function byMedusa({ orderIds, collectionIds, customerIds }: SearchedIds): Branch[] {
  const ofPayments = (column: string, ids: readonly string[]): Branch[] =>
    ids.length === 0
      ? []
      : [
          {
            sql: `SELECT id AS payment_id FROM onchain_payment
              WHERE ${column} = ANY(?::text[]) AND ${column} IS NOT NULL AND deleted_at IS NULL`,
            bindings: [[...ids]],
          },
        ]
  const ofCustomers = {
    sql: `SELECT payment_id FROM onchain_attempt
      WHERE customer_id = ANY(?::text[]) AND customer_id IS NOT NULL AND deleted_at IS NULL`,
    bindings: [[...customerIds]],
  }
  const applied = {
    sql: "SELECT payment_id FROM onchain_decision WHERE order_id = ANY(?::text[]) AND kind = 'apply' AND deleted_at IS NULL",
    bindings: [[...orderIds]],
  }
  return [
    ...ofPayments("collection_id", collectionIds),
    ...ofPayments("placed_order_id", orderIds),
    ...(orderIds.length === 0 ? [] : [applied]),
    ...(customerIds.length === 0 ? [] : [ofCustomers]),
  ]
}

export type PaymentFilter = {
  /** An empty list stands for all of them. */
  statuses: readonly PaymentStatus[]
  network_id?: string | undefined
  token?: string | undefined
  created_from?: Date | undefined
  /** Not included. */
  created_before?: Date | undefined
  /** Payments that a search found. */
  ids?: readonly string[] | undefined
}

/** By the time of creation. */
export type PaymentPage = ListPage<PaymentFilter>

type Condition = readonly [sql: string, ...values: Knex.RawBinding[]]

/**
 * Ids of payments `p`, with their current attempts `a` and their decisions.
 *
 * @param ids the only ones, where a search found few. `OFFSET 0` keeps them few: the planner must not read all in order to find them
 */
function listedIds(
  knex: Knex,
  by: "created_at" | "settled_at",
  wanted: readonly Condition[],
  ids?: readonly string[]
): Knex.QueryBuilder {
  const payments = ids
    ? "(SELECT * FROM onchain_payment WHERE id = ANY(?::text[]) OFFSET 0)"
    : "onchain_payment"
  return knex.from(
    knex.raw(
      `(SELECT p.id, p.${by} FROM ${payments} AS p
        LEFT JOIN onchain_attempt AS a ON a.id = p.current_attempt_id AND a.deleted_at IS NULL ${WITH_DECISIONS}
        WHERE ${["p.deleted_at IS NULL", ...wanted.map(([sql]) => sql)].join(" AND ")}) AS listed`,
      [...(ids ? [[...ids]] : []), ...wanted.flatMap(([, ...values]) => values)]
    )
  )
}

/** In the order of the ids. */
function inOrder<Row extends { id: string }>(ids: readonly { id: string }[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap(({ id }) => byId.get(id) ?? [])
}

type TiedDeposit = { payment_id: string; state: DepositState; amount: string | null; token: string | null }

/** A payment with what its sentence is about. */
export type ListedPayment = {
  payment: AnyPayment
  refunds: RefundStanding[]
  attemptCount: number
  /** Of the deposits that were sent for it, one that waits for a decision, or else the latest. */
  deposit: TiedDeposit | undefined
}

/** Reads pages of all payments, also of those without an attempt. */
export class PaymentList extends ScopedStore {
  async page({ filter, direction, limit, offset }: PaymentPage): Promise<AnyPayment[]> {
    const sorting = sortedBy(direction, "created_at")
    return this.load(
      this.rows(filter)
        .orderBy([...sorting])
        .limit(limit)
        .offset(offset)
    )
  }

  /** The payments after one, newest first. @param id null for the first ones */
  async after(filter: PaymentFilter, id: string | null, limit: number): Promise<AnyPayment[]> {
    return this.load(
      this.rows(filter, id)
        .orderBy([...sortedBy("desc", "created_at")])
        .limit(limit)
    )
  }

  /** Up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  count(filter: PaymentFilter): Promise<number> {
    return countRows(this.knex, [this.rows(filter)])
  }

  /** @see searchPayments */
  find(q: string, known: SearchedIds): Promise<string[]> {
    return searchPayments(this.knex, this.scope, q, known)
  }

  /** Adds what the sentence of each is about. */
  async describe(payments: readonly AnyPayment[]): Promise<{ listed: ListedPayment[]; now: Date }> {
    const ids = payments.map(({ id }) => id)
    const [refunds, counts, deposits, now] = await Promise.all([
      listRefundStandings(this.knex, ids),
      this.countAttempts(ids),
      this.tiedDeposits(ids),
      databaseTime(this.knex),
    ])
    const listed = payments.map((payment) => ({
      payment,
      refunds: refunds.filter(({ payment_id }) => payment_id === payment.id),
      attemptCount: counts.get(payment.id) ?? 0,
      deposit: deposits.find(({ payment_id }) => payment_id === payment.id),
    }))
    return { listed, now }
  }

  private async tiedDeposits(ids: readonly string[]): Promise<TiedDeposit[]> {
    if (ids.length === 0) return []
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT DISTINCT ON (payment_id) payment_id, state, amount, token FROM onchain_deposit
       WHERE payment_id = ANY(?::text[]) AND payment_id IS NOT NULL AND deleted_at IS NULL AND ${own.sql}
       ORDER BY payment_id, state IN ('in_review', 'processing') DESC, observed_at DESC`,
      [[...ids], ...own.bindings]
    )
    return rows
  }

  /** A page of held money. The count goes up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  async heldPage(page: HeldPage): Promise<{ rows: PaymentRow[]; count: number }> {
    const { filter, direction, limit, offset } = page
    const sorting = sortedBy(direction, "settled_at")
    const listed = this.held(filter).select("id")
    const [ids, count]: [{ id: string }[], number] = await Promise.all([
      listed
        .orderBy([...sorting])
        .limit(limit)
        .offset(offset),
      countRows(this.knex, [this.held(filter)], sorting),
    ])
    const rows = await selectPayments(this.knex).whereIn(
      "id",
      ids.map(({ id }) => id)
    )
    return { rows: inOrder(ids, rows), count }
  }

  async findHeld(id: string): Promise<PaymentRow | undefined> {
    return selectPayments(this.knex)
      .where({ id, ...scopeColumns(this.scope) })
      .whereNotNull("unallocated_reason")
      .first()
  }

  private held({ resolution, reason, ids }: HeldPage["filter"]): Knex.QueryBuilder {
    const own = inScope(this.scope, "a")
    const wanted: Condition[] = [["p.unallocated_reason IS NOT NULL"], [own.sql, ...own.bindings]]
    // `OFFSET 0` keeps the planner from joining all decisions.
    if (resolution === "waiting")
      wanted.push([
        `p.${UNDECIDED} AND p.state = 'held' AND NOT EXISTS (SELECT 1 FROM onchain_decision AS d
          WHERE d.payment_id = p.id AND d.${DECISIONS.choice.isKind} AND d.deleted_at IS NULL OFFSET 0)`,
      ])
    if (resolution === "done") wanted.push(["choice.id IS NOT NULL"])
    if (reason) wanted.push(["p.unallocated_reason = ANY(?::text[])", [...reason]])
    return listedIds(this.knex, "settled_at", wanted, ids)
  }

  private async load(listed: Knex.QueryBuilder): Promise<AnyPayment[]> {
    const ids: { id: string }[] = await listed.select("id")
    if (ids.length === 0) return []
    const rows = selectAnyPayments(this.knex, "current")
    return inOrder(
      ids,
      await rows.whereIn(
        "id",
        ids.map(({ id }) => id)
      )
    )
  }

  private async countAttempts(ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map()
    const rows: { payment_id: string; count: string }[] = await this.knex("onchain_attempt")
      .whereIn("payment_id", [...ids])
      .whereNull("deleted_at")
      .groupBy("payment_id")
      .select("payment_id", this.knex.raw("count(*) AS count"))
    return new Map(rows.map(({ payment_id, count }) => [payment_id, Number(count)]))
  }

  private rows(
    { statuses, network_id, token, created_from, created_before, ids }: PaymentFilter,
    after: string | null = null
  ): Knex.QueryBuilder {
    const own = inScope(this.scope, "a")
    const wanted: Condition[] = [
      // A payment without an attempt belongs to no account yet.
      [`(p.current_attempt_id IS NULL OR (${own.sql}))`, ...own.bindings],
    ]
    if (statuses.length > 0) wanted.push(["p.status = ANY(?::text[])", [...statuses]])
    if (network_id !== undefined) wanted.push(["a.network_id = ?", network_id])
    if (token !== undefined) wanted.push(["a.token = ?", token])
    if (created_from !== undefined) wanted.push(["p.created_at >= ?", created_from])
    if (created_before !== undefined) wanted.push(["p.created_at < ?", created_before])
    // Its time is read there: a date here has milliseconds only, and would lose rows of the same one.
    if (after !== null)
      wanted.push([
        "(p.created_at, p.id) < (SELECT last.created_at, last.id FROM onchain_payment AS last WHERE last.id = ?)",
        after,
      ])
    return listedIds(this.knex, "created_at", wanted, ids)
  }
}

/** Without a condition, all that were ever held. By the time of settlement. */
export type HeldPage = ListPage<{
  resolution?: "waiting" | "done" | undefined
  reason?: readonly string[] | undefined
  /** Payments that a search found. */
  ids?: readonly string[] | undefined
}>

/** Statuses of held money that no user has decided about. Decided money can have the last two as well. */
const UNDECIDED = "status IN ('held', 'contradicted', 'refund_blocked_by_gas')"
/** Held money that no user has decided about; a condition on payments with their current attempts. */
export const IS_UNDECIDED = `${UNDECIDED} AND outcome = 'held' AND resolution IS NULL`
/** A part of what an open order costs: the rest may still arrive. */
export const IS_HELD_PART =
  "unallocated_reason = 'partial_payment' AND order_placed_at IS NOT NULL AND order_closed_at IS NULL AND abandoned_at IS NULL"
/** The gateway no longer calls a captured or held payment paid, and no operator has reviewed that. */
export const IS_CONTRADICTED = "contradicted_at IS NOT NULL AND contradiction_ended_at IS NULL"
