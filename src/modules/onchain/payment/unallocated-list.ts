import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  FOUND_LIMIT,
  countRows,
  sortedBy,
  toFound,
  toPattern,
  whereBegins,
  type Found,
} from "../work/listed-rows"
import { scopeColumns, type Scope } from "../work/scope"
import { PAYMENTS, selectPayments, type PaymentRow } from "./payment-row"

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
