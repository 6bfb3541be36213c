import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { whereBegins } from "../work/listed-rows"
import { scopeColumns, type Scope } from "../work/scope"
import { selectPayments, type PaymentRow } from "./payment-row"

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

const SEARCHED = ["id", "session_id", "tx_hash", "applied_order_id"] as const

/** From indexes that hold nothing else. */
export class UnallocatedList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  page({ filter, direction, limit, offset }: UnallocatedPage): Promise<PaymentRow[]> {
    return this.filtered(filter)
      .select("*")
      .orderBy([
        { column: "settled_at", order: direction },
        { column: "id", order: direction },
      ])
      .limit(limit)
      .offset(offset)
  }

  async count(filter: UnallocatedFilter): Promise<number> {
    const [row] = await this.filtered(filter).count({ count: "*" })
    return Number(row?.count)
  }

  async find(id: string): Promise<PaymentRow | undefined> {
    return this.filtered({}).where({ id }).first()
  }

  private filtered({
    resolution,
    reason,
    q,
  }: UnallocatedFilter): Knex.QueryBuilder<PaymentRow, PaymentRow[]> {
    const query = selectPayments(this.knex).where(scopeColumns(this.scope)).whereNotNull("unallocated_reason")
    if (resolution === "waiting") void query.whereRaw(IS_UNDECIDED)
    if (resolution === "done") void query.whereNotNull("resolution")
    if (reason) void query.whereIn("unallocated_reason", [...reason])
    whereBegins(query, SEARCHED, q)
    return query
  }
}
