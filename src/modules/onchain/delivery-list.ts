import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { countRows } from "./listed-rows"
import type { DeliveryState } from "../../domain/delivery-lifecycle"

/** A stored delivery without its body, which only a person who opens it needs. */
export type DeliveryRow = {
  id: string
  event: string
  resource_id: string | null
  state: DeliveryState
  attempts: number
  received_at: Date
  next_attempt_at: Date
  processed_at: Date | null
  last_error: string | null
}

/** A delivery with its body as it came. */
export type StoredDelivery = DeliveryRow & { raw_body: string }

/** What a list can be narrowed down to. `q` is a whole identifier: of a delivery, or of what it is about. */
export type DeliveryFilter = {
  state?: DeliveryState | undefined
  event?: string | undefined
  q?: string | undefined
}
export type DeliveryPage = { filter: DeliveryFilter; limit: number; offset: number }

const COLUMNS = [
  ...["id", "event", "resource_id", "state", "attempts"],
  ...["received_at", "next_attempt_at", "processed_at", "last_error"],
] as const

/** Reads pages of the inbox, newest first. Each filter has an index in that order, or finds a handful of rows. */
export class DeliveryList {
  constructor(private readonly knex: Knex) {}

  async page({ filter, limit, offset }: DeliveryPage): Promise<DeliveryRow[]> {
    return this.filtered(filter)
      .select(...COLUMNS)
      .orderBy([
        { column: "received_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(limit)
      .offset(offset)
  }

  /** Number of deliveries, up to `COUNT_LIMIT`. @returns one more than the limit when there are more */
  count(filter: DeliveryFilter): Promise<number> {
    return countRows(this.knex, this.filtered(filter))
  }

  find(id: string): Promise<StoredDelivery | undefined> {
    return this.knex<StoredDelivery>("onchain_webhook_delivery")
      .where({ id })
      .whereNull("deleted_at")
      .first(...COLUMNS, "raw_body")
  }

  private filtered({ state, event, q }: DeliveryFilter): Knex.QueryBuilder<DeliveryRow, DeliveryRow[]> {
    const query = this.table()
    if (state !== undefined) void query.where({ state })
    if (event !== undefined) void query.where({ event })
    if (q !== undefined) {
      const named = this.table().select("id").where({ id: q })
      const about = this.table().select("id").where({ resource_id: q })
      void query.whereIn("id", named.unionAll(about))
    }
    return query
  }

  private table(): Knex.QueryBuilder<DeliveryRow, DeliveryRow[]> {
    return this.knex<DeliveryRow>("onchain_webhook_delivery").whereNull("deleted_at")
  }
}
