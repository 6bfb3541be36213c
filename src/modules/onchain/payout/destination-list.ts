import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import {
  countedDestinationState,
  type DestinationPurpose,
  type DestinationState,
} from "../../../domain/payout/destination"
import type { Approval, ApprovalRule } from "../../../domain/payout/payout-gate"
import type OnchainPayoutDestination from "../models/payout-destination"
import {
  countRows,
  findBegins,
  foundRows,
  countingOrder,
  readPage,
  sortedBy,
  whereEqual,
  type Found,
} from "../work/listed-rows"
import type { Scope } from "../work/claim"

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
    const found = await findBegins(this.knex, this.searched, filter.q)
    const rows = await readPage<DestinationRow>(this.knex, [this.filtered(filter, found)], {
      ...{ sorting: sortedBy("created_at", direction), limit, offset },
    })
    return rows.map((row) => ({ ...row, state: countedDestinationState(row, this.options.payouts.approval) }))
  }

  /** Up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  async count(filter: DestinationFilter): Promise<number> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    return countRows(this.knex, [this.filtered(filter, found)], countingOrder(found, "created_at"))
  }

  private get searched() {
    return { table: "onchain_payout_destination", scope: this.options, columns: SEARCHED }
  }

  private filtered(
    filter: DestinationFilter,
    found: Found
  ): Knex.QueryBuilder<DestinationRow, DestinationRow[]> {
    const query = foundRows<DestinationRow>(this.knex, this.searched, found, filter.q)
    whereEqual(query, EQUAL, filter)
    if (filter.single_use !== true) void query.whereNull("single_use_refund_id")
    if (filter.state !== undefined) this.whereCounted(query, filter.state)
    return query
  }

  /** @see countedDestinationState */
  private whereCounted(query: Knex.QueryBuilder, state: DestinationState): void {
    const { approval } = this.options.payouts
    if (state === "pending") void query.whereRaw(pendingUnder(approval))
    else void query.where({ state })
    if (state === "approved" && approval !== "none") void query.where({ has_second_approval: true })
  }
}

/** `memo` is empty for none. */
export type DestinationRow = InferTypeOf<typeof OnchainPayoutDestination>
