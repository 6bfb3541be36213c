import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentStatus } from "../../../domain/payment/payment-status"
import { countRows, newest, readPage, sortedBy } from "../work/listed-rows"
import { inScope, type Scope } from "../work/scope"
import { databaseTime } from "../work/take-due"
import { selectAnyPayments, type AnyPayment } from "./payment-row"
import { PaymentSearch, type SearchedIds } from "./payment-search"
import { listRefundStandings, type RefundStanding } from "./payment-status"

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
