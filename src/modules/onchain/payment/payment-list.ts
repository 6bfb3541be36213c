import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentStatus } from "../../../domain/payment/payment-status"
import {
  countRows,
  type Found,
  FOUND_LIMIT,
  newest,
  readPage,
  sortedBy,
  toFound,
  toPattern,
  whereBegins,
} from "../work/listed-rows"
import { databaseTime, inScope, type Scope, scopeColumns } from "../work/claim"
import { type AnyPayment, type PaymentRow, PAYMENTS, selectAnyPayments, selectPayments } from "./payment-row"
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

/** Finds payments by whatever names them. Each branch reads its own index, and is bounded. */
class PaymentSearch {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /**
   * @param q an id of ours, of Medusa or of the service, an address, a memo, or the beginning of a hash
   * @param known what Medusa found for it
   * @returns ids of payments
   */
  async find(q: string, known: SearchedIds): Promise<string[]> {
    const branches = [...this.byName(q), ...(q.length >= SHORTEST_HASH ? byHash(q) : []), ...byMedusa(known)]
    const sql = branches
      .map((branch) => `(SELECT payment_id FROM (${branch.sql}) AS found LIMIT ${MOST_FOUND})`)
      .join(" UNION ")
    const { rows }: { rows: { payment_id: string }[] } = await this.knex.raw(
      sql,
      branches.flatMap(({ bindings }) => bindings)
    )
    return rows.map(({ payment_id }) => payment_id)
  }

  private byName(q: string): Branch[] {
    const own = inScope(this.scope)
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

/** Of an attempt, a deposit linked to it, a claim, a refund's payout, or a refund settled elsewhere. */
function byHash(q: string): Branch[] {
  const begins = `${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
  return [
    "SELECT payment_id FROM onchain_attempt WHERE tx_hash IS NOT NULL AND lower(tx_hash) LIKE ?",
    `SELECT payment_id FROM onchain_deposit WHERE lower(tx_hash) LIKE ? AND payment_id IS NOT NULL AND deleted_at IS NULL`,
    "SELECT payment_id FROM onchain_payment_claim WHERE lower(tx_hash) LIKE ?",
    `SELECT payment_id FROM onchain_withdrawal WHERE lower(tx_hash) LIKE ? AND payment_id IS NOT NULL AND deleted_at IS NULL`,
    "SELECT payment_id FROM onchain_refund WHERE settled_tx_hash IS NOT NULL AND lower(settled_tx_hash) LIKE ?",
  ].map((sql) => ({ sql, bindings: [begins] }))
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
  return [
    ...ofPayments("collection_id", collectionIds),
    ...ofPayments("placed_order_id", orderIds),
    ...ofPayments("applied_order_id", orderIds),
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

export type PaymentPage = {
  filter: PaymentFilter
  /** By the time of creation. */
  direction: "asc" | "desc"
  limit: number
  offset: number
}

/** Continues after a row, however many there are before it. */
export type PaymentCursor = { created_at: Date; id: string }

type Listed = { id: string; created_at: Date }

/** A payment with what its sentence is about. */
export type ListedPayment = { payment: AnyPayment; refunds: RefundStanding[]; attemptCount: number }

/** Reads pages of all payments, also of those without an attempt. */
export class PaymentList {
  private readonly search: PaymentSearch

  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {
    this.search = new PaymentSearch(knex, scope)
  }

  async page({ filter, direction, limit, offset }: PaymentPage): Promise<AnyPayment[]> {
    const sorting = sortedBy("created_at", direction)
    const found = await readPage<Listed>(this.knex, [this.rows(filter)], { sorting, limit, offset })
    return this.load(found.map(({ id }) => id))
  }

  /** The rows after a cursor, newest first. @param cursor null for the first ones */
  async after(filter: PaymentFilter, cursor: PaymentCursor | null, limit: number): Promise<AnyPayment[]> {
    const found = await readPage<Listed>(this.knex, [this.rows(filter, cursor)], {
      ...{ sorting: newest("created_at"), limit, offset: 0 },
    })
    return this.load(found.map(({ id }) => id))
  }

  /** Up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  count(filter: PaymentFilter): Promise<number> {
    return countRows(this.knex, [this.rows(filter)])
  }

  /** @see PaymentSearch.find */
  find(q: string, known: SearchedIds): Promise<string[]> {
    return this.search.find(q, known)
  }

  /** Adds what the sentence of each is about. */
  async describe(payments: readonly AnyPayment[]): Promise<{ listed: ListedPayment[]; now: Date }> {
    const ids = payments.map(({ id }) => id)
    const [refunds, counts, now] = await Promise.all([
      listRefundStandings(this.knex, ids),
      this.countAttempts(ids),
      databaseTime(this.knex),
    ])
    const listed = payments.map((payment) => ({
      payment,
      refunds: refunds.filter(({ payment_id }) => payment_id === payment.id),
      attemptCount: counts.get(payment.id) ?? 0,
    }))
    return { listed, now }
  }

  /** In the order of the ids. */
  private async load(ids: readonly string[]): Promise<AnyPayment[]> {
    if (ids.length === 0) return []
    const rows = await selectAnyPayments(this.knex, "current").whereIn("id", [...ids])
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
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
    cursor: PaymentCursor | null = null
  ): Knex.QueryBuilder {
    const own = inScope(this.scope, "a")
    const wanted: [sql: string, ...values: Knex.RawBinding[]][] = [
      ["p.deleted_at IS NULL"],
      // A payment without an attempt belongs to no account yet.
      [`(p.current_attempt_id IS NULL OR (${own.sql}))`, ...own.bindings],
    ]
    if (statuses.length > 0) wanted.push(["p.status = ANY(?::text[])", [...statuses]])
    if (network_id !== undefined) wanted.push(["a.network_id = ?", network_id])
    if (token !== undefined) wanted.push(["a.token = ?", token])
    if (created_from !== undefined) wanted.push(["p.created_at >= ?", created_from])
    if (created_before !== undefined) wanted.push(["p.created_at < ?", created_before])
    if (ids !== undefined) wanted.push(["p.id = ANY(?::text[])", [...ids]])
    if (cursor !== null)
      wanted.push(["(p.created_at, p.id) < (?::timestamptz, ?)", cursor.created_at, cursor.id])
    return this.knex.from(
      this.knex.raw(
        `(SELECT p.id, p.created_at FROM onchain_payment AS p
          LEFT JOIN onchain_attempt AS a ON a.id = p.current_attempt_id AND a.deleted_at IS NULL
          WHERE ${wanted.map(([sql]) => sql).join(" AND ")}) AS listed`,
        wanted.flatMap(([, ...values]) => values)
      )
    )
  }
}

/** Without a condition, all that were ever held. */
export type UnallocatedFilter = {
  resolution?: "waiting" | "done" | undefined
  reason?: readonly string[] | undefined
  /** Beginning of an identifier or of a transaction hash. */
  q?: string | undefined
}
export type UnallocatedPage = {
  filter: UnallocatedFilter
  direction: "asc" | "desc"
  limit: number
  offset: number
}

/** Held money that nobody has decided about; a condition on payments with their current attempts. */
export const IS_UNDECIDED = "outcome = 'held' AND resolution IS NULL"
/** A part of what an open order costs: the rest may still arrive. */
export const IS_HELD_PART =
  "unallocated_reason = 'partial_payment' AND order_placed_at IS NOT NULL AND order_closed_at IS NULL AND abandoned_at IS NULL"
/** The gateway no longer calls a captured or held payment paid, and no operator has reviewed that. */
export const IS_CONTRADICTED = "contradicted_at IS NOT NULL AND contradiction_ended_at IS NULL"

const OF_PAYMENT = ["id", "session_id", "applied_order_id"] as const
const BY_HASH = `SELECT p.id FROM onchain_attempt AS a JOIN onchain_payment AS p ON p.current_attempt_id = a.id
  WHERE a.tx_hash IS NOT NULL AND a.deleted_at IS NULL AND p.deleted_at IS NULL AND lower(a.tx_hash) LIKE ?`

/** From indexes that hold nothing else. */
export class UnallocatedList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  async page({ filter, direction, limit, offset }: UnallocatedPage): Promise<PaymentRow[]> {
    return this.filtered(filter, await this.search(filter.q))
      .select("*")
      .orderBy([...sortedBy("settled_at", direction)])
      .limit(limit)
      .offset(offset)
  }

  /** Up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  async count(filter: UnallocatedFilter): Promise<number> {
    const found = await this.search(filter.q)
    return countRows(this.knex, [this.filtered(filter, found)])
  }

  async find(id: string): Promise<PaymentRow | undefined> {
    return this.filtered({}, [id]).first()
  }

  /** The hash is that of any current attempt: the condition on held money comes after. */
  private async search(q: string | undefined): Promise<Found> {
    if (q === undefined) return "everything"
    const held = OF_PAYMENT.map(
      (column) =>
        `SELECT id FROM onchain_payment WHERE unallocated_reason IS NOT NULL AND deleted_at IS NULL AND lower(${column}) LIKE ?`
    )
    const parts = [...held, BY_HASH].map((sql) => `(${sql} LIMIT ${FOUND_LIMIT + 1})`)
    const { rows }: { rows: { id: string }[] } = await this.knex.raw(
      `${parts.join(" UNION ")} LIMIT ${FOUND_LIMIT + 1}`,
      parts.map(() => toPattern(q))
    )
    return toFound(rows)
  }

  private filtered(
    { resolution, reason, q = "" }: UnallocatedFilter,
    found: Found
  ): Knex.QueryBuilder<PaymentRow, PaymentRow[]> {
    const rows = typeof found === "object" ? selectFew(this.knex, found) : selectPayments(this.knex)
    const query = rows.where(scopeColumns(this.scope)).whereNotNull("unallocated_reason")
    if (resolution === "waiting") void query.whereRaw(IS_UNDECIDED)
    if (resolution === "done") void query.whereNotNull("resolution")
    if (reason) void query.whereIn("unallocated_reason", [...reason])
    if (found === "many") whereBegins(query, [...OF_PAYMENT, "tx_hash"], q)
    return query
  }
}

/** `OFFSET 0` keeps the few: the planner must not read all in order to find them. */
function selectFew(knex: Knex, ids: readonly string[]): Knex.QueryBuilder<PaymentRow, PaymentRow[]> {
  const few = `(SELECT * FROM ${PAYMENTS} AS payment WHERE id = ANY(?::text[]) OFFSET 0) AS payment`
  return knex<PaymentRow, PaymentRow[]>(knex.raw(few, [[...ids]]))
}
