import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import type { DestinationPurpose, DestinationState } from "../../../domain/payout/destination-lifecycle"
import { countedDestinationState } from "../../../domain/payout/destination-lifecycle"
import type { Approval, ApprovalRule } from "../../../domain/payout/payout-gate"
import type OnchainPayoutDestination from "../models/payout-destination"
import { whereBegins, whereEqual } from "../work/listed-rows"
import { ownRows, type Scope } from "../work/scope"

/** Without a condition, all that ever were. */
export type DestinationFilter = {
  state?: DestinationState | undefined
  network_id?: string | undefined
  purpose?: DestinationPurpose | undefined
  customer_id?: string | undefined
  /** Also those that take one refund only; the address book hides them. */
  single_use?: boolean | undefined
  /** Beginning of a label, an address or an identifier. */
  q?: string | undefined
}
export type DestinationPage = {
  filter: DestinationFilter
  direction: "asc" | "desc"
  limit: number
  offset: number
}

const EQUAL = ["network_id", "purpose", "customer_id"] as const
const SEARCHED = ["label", "address", "id"] as const

/** Waits for an approval under the current rule. @see countedDestinationState */
export function pendingUnder(approval: Approval): string {
  return approval === "none"
    ? "state = 'pending'"
    : "(state = 'pending' OR (state = 'approved' AND NOT has_second_approval))"
}

/** Operators fill the address book, so it stays small. */
export class DestinationList {
  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & ApprovalRule
  ) {}

  async page({ filter, direction, limit, offset }: DestinationPage): Promise<DestinationRow[]> {
    const rows: DestinationRow[] = await this.filtered(filter)
      .select("*")
      .orderBy([
        { column: "created_at", order: direction },
        { column: "id", order: direction },
      ])
      .limit(limit)
      .offset(offset)
    return rows.map((row) => ({ ...row, state: countedDestinationState(row, this.options.payouts.approval) }))
  }

  async count(filter: DestinationFilter): Promise<number> {
    const [row] = await this.filtered(filter).count({ count: "*" })
    return Number(row?.count)
  }

  private filtered(filter: DestinationFilter): Knex.QueryBuilder<DestinationRow, DestinationRow[]> {
    const query = ownRows<DestinationRow>(this.knex, this.options, "onchain_payout_destination")
    whereEqual(query, EQUAL, filter)
    if (filter.single_use !== true) void query.whereNull("single_use_refund_id")
    if (filter.state !== undefined) void query.whereIn("id", this.idsIn(filter.state))
    whereBegins(query, SEARCHED, filter.q)
    return query
  }

  /** @see countedDestinationState */
  private idsIn(state: DestinationState) {
    const { approval } = this.options.payouts
    const all = this.knex("onchain_payout_destination").select("id")
    if (state === "pending") return all.whereRaw(pendingUnder(approval))
    if (state === "approved" && approval !== "none") return all.where({ state, has_second_approval: true })
    return all.where({ state })
  }
}

/** `memo` is empty for none. */
export type DestinationRow = InferTypeOf<typeof OnchainPayoutDestination>
