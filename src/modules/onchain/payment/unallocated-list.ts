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
    if (resolution === "waiting") void query.whereRaw("outcome = 'held'").whereNull("resolution")
    if (resolution === "done") void query.whereNotNull("resolution")
    if (reason) void query.whereIn("unallocated_reason", [...reason])
    whereBegins(query, SEARCHED, q)
    return query
  }
}
