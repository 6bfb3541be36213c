import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DepositState } from "../../domain/deposit-lifecycle"
import { countRows, readPage, whereBegins, whereEqual } from "./listed-rows"
import type { DepositRow } from "./deposit-row"

/** What a list can be narrowed down to. An empty list of states stands for all of them. */
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

/** Within one state, and without an order of states, the newest or the oldest come first. */
export type DepositOrder = { by: "observed_at" | "state"; direction: "asc" | "desc" }
export type DepositPage = { filter: DepositFilter; order: DepositOrder; limit: number; offset: number }

const SEARCHED = ["id", "tx_hash", "from_address", "to_address"] as const
const EQUAL = ["chain", "network_id", "token", "customer_id"] as const

/**
 * Reads pages of deposits. Everything happens in SQL and each filter has an index in the order of the page, so a page
 * costs the same with a hundred rows and with a hundred thousand.
 */
export class DepositList {
  constructor(private readonly knex: Knex) {}

  /**
   * Several states are read one by one, each from the index that has it in order, and put together: a single
   * condition on all of them would sort every row it matches.
   */
  async page({ filter, order, limit, offset }: DepositPage): Promise<DepositRow[]> {
    const columns = order.by === "state" ? ["state", "observed_at", "id"] : ["observed_at", "id"]
    const sorting = columns.map((column) => ({ column, order: order.direction }))
    const parts =
      filter.states.length > 1 ? filter.states.map((state) => ({ ...filter, states: [state] })) : [filter]
    return readPage<DepositRow>(
      this.knex,
      parts.map((part) => this.filtered(part)),
      { sorting, limit, offset }
    )
  }

  /** Number of deposits, up to `COUNT_LIMIT`. @returns one more than the limit when there are more */
  count(filter: DepositFilter): Promise<number> {
    return countRows(this.knex, this.filtered(filter))
  }

  private filtered(filter: DepositFilter): Knex.QueryBuilder<DepositRow, DepositRow[]> {
    const query = this.knex<DepositRow>("onchain_deposit").whereNull("deleted_at")
    const [state, ...more] = filter.states
    if (more.length > 0) void query.whereIn("state", [...filter.states])
    else if (state) void query.where({ state })
    whereEqual(query, EQUAL, filter)
    if (filter.assignment_status) void query.whereIn("assignment_status", [...filter.assignment_status])
    whereBegins(query, SEARCHED, filter.q)
    return query
  }
}
