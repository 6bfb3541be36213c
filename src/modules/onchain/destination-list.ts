import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { whereBegins, whereEqual } from "./listed-rows"
import type { DestinationPurpose, DestinationState } from "../../domain/destination-lifecycle"
import type { DestinationRow } from "./destination-row"

/** What a list can be narrowed down to; without a condition, all that ever were. */
export type DestinationFilter = {
  state?: DestinationState | undefined
  network_id?: string | undefined
  purpose?: DestinationPurpose | undefined
  customer_id?: string | undefined
  /** Beginning of a label, an address or an identifier. */
  q?: string | undefined
}
export type DestinationPage = {
  filter: DestinationFilter
  direction: "asc" | "desc"
  limit: number
  offset: number
}

const EQUAL = ["state", "network_id", "purpose", "customer_id"] as const
const SEARCHED = ["label", "address", "id"] as const

/** Reads pages of the address book, which people fill by hand: it stays small. */
export class DestinationList {
  constructor(private readonly knex: Knex) {}

  page({ filter, direction, limit, offset }: DestinationPage): Promise<DestinationRow[]> {
    return this.filtered(filter)
      .select("*")
      .orderBy([
        { column: "created_at", order: direction },
        { column: "id", order: direction },
      ])
      .limit(limit)
      .offset(offset)
  }

  async count(filter: DestinationFilter): Promise<number> {
    const [row] = await this.filtered(filter).count({ count: "*" })
    return Number(row?.count)
  }

  private filtered(filter: DestinationFilter): Knex.QueryBuilder<DestinationRow, DestinationRow[]> {
    const query = this.knex<DestinationRow>("onchain_payout_destination").whereNull("deleted_at")
    whereEqual(query, EQUAL, filter)
    whereBegins(query, SEARCHED, filter.q)
    return query
  }
}
