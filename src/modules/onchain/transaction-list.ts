import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { countRows, whereBegins, whereEqual } from "./listed-rows"
import type { TransactionRow } from "./transaction-row"

/** What a list can be narrowed down to. */
export type TransactionFilter = {
  type?: string | undefined
  direction?: string | undefined
  network_id?: string | undefined
  token?: string | undefined
  /** First instant, and the first one after. */
  from?: Date | undefined
  before?: Date | undefined
  /** Beginning of an identifier, transaction hash or reference. */
  q?: string | undefined
}
export type TransactionPage = {
  filter: TransactionFilter
  direction: "asc" | "desc"
  limit: number
  offset: number
}

const SEARCHED = ["id", "tx_hash", "reference"] as const
const EQUAL = ["type", "direction", "network_id", "token"] as const

/** Reads pages of the mirror. Each filter has an index in the order of the page. */
export class TransactionList {
  constructor(private readonly knex: Knex) {}

  page({ filter, direction, limit, offset }: TransactionPage): Promise<TransactionRow[]> {
    const sorting = ["sort_at", "id"].map((column) => ({ column, order: direction }))
    return this.filtered(filter).select("*").orderBy(sorting).limit(limit).offset(offset)
  }

  /** Number of transactions, up to `COUNT_LIMIT`. @returns one more than the limit when there are more */
  count(filter: TransactionFilter): Promise<number> {
    return countRows(this.knex, this.filtered(filter))
  }

  private filtered(filter: TransactionFilter): Knex.QueryBuilder<TransactionRow, TransactionRow[]> {
    const query = this.knex<TransactionRow>("onchain_transaction").whereNull("deleted_at")
    whereEqual(query, EQUAL, filter)
    if (filter.from) void query.where("sort_at", ">=", filter.from)
    if (filter.before) void query.where("sort_at", "<", filter.before)
    whereBegins(query, SEARCHED, filter.q)
    return query
  }
}
