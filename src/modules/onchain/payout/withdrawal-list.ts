import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { WithdrawalKind, WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import {
  countRows,
  findBegins,
  foundRows,
  countingOrder,
  readPage,
  sortedBy,
  splitStates,
  whereEqual,
  type Found,
} from "../work/listed-rows"
import { ownRows, type Scope } from "../work/scope"
import type { DestinationRow } from "./destination-list"
import { selectPayments, type PaymentRow } from "../payment/payment-row"
import type { WithdrawalRow } from "./withdrawal-row"

/** An empty list of states stands for all of them. */
export type WithdrawalFilter = {
  states: readonly WithdrawalState[]
  kind?: WithdrawalKind | undefined
  network_id?: string | undefined
  token?: string | undefined
  destination_id?: string | undefined
  /** Beginning of an identifier, transaction hash or address. */
  q?: string | undefined
}

export type WithdrawalPage = {
  filter: WithdrawalFilter
  /** By the time of the request. */
  direction: "asc" | "desc"
  limit: number
  offset: number
}

const SEARCHED = ["id", "gateway_withdrawal_id", "tx_hash", "destination_address"] as const
const EQUAL = ["kind", "network_id", "token", "destination_id"] as const
/** Waits for a second user. */
export const IS_AWAITING_APPROVAL = "state = 'awaiting_approval'"
/** Only an operator can end it. */
export const IS_UNKNOWN = "state = 'unknown'"

/** Each filter has an index in the order of the page. */
export class WithdrawalList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Each state is read from its own index in order, and merged. */
  async page({ filter, direction, limit, offset }: WithdrawalPage): Promise<WithdrawalRow[]> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    const sorting = sortedBy("created_at", direction)
    return readPage<WithdrawalRow>(this.knex, this.parts(filter, found), { sorting, limit, offset })
  }

  /** Up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  async count(filter: WithdrawalFilter): Promise<number> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    return countRows(this.knex, this.parts(filter, found), countingOrder(found, "created_at"))
  }

  /** Other payouts of the same amount to the same destination within a day that did not end without money. */
  similar({ id, destination_id, token, amount }: WithdrawalRow, limit: number): Promise<WithdrawalRow[]> {
    return ownRows<WithdrawalRow>(this.knex, this.scope, "onchain_withdrawal")
      .where({ destination_id, token, amount })
      .whereNot({ id })
      .whereNotIn("state", ["failed", "refused", "cancelled"])
      .whereRaw("created_at > now() - interval '24 hours'")
      .orderBy("created_at", "desc")
      .limit(limit)
  }

  /** Archived ones included. */
  async labelsOf(destinationIds: readonly string[]): Promise<Map<string, string>> {
    const ids = [...new Set(destinationIds)]
    if (ids.length === 0) return new Map()
    const rows = await this.knex<DestinationRow>("onchain_payout_destination")
      .whereIn("id", ids)
      .select("id", "label")
    return new Map(rows.map(({ id, label }) => [id, label]))
  }

  async paymentsOf(paymentIds: readonly (string | null)[]): Promise<PaymentRow[]> {
    const ids = [...new Set(paymentIds.flatMap((id) => (id === null ? [] : [id])))]
    return ids.length === 0 ? [] : selectPayments(this.knex).whereIn("id", ids)
  }

  private get searched() {
    return { table: "onchain_withdrawal", scope: this.scope, columns: SEARCHED }
  }

  private parts(filter: WithdrawalFilter, found: Found): Knex.QueryBuilder<WithdrawalRow, WithdrawalRow[]>[] {
    return splitStates(filter).map((part) => {
      const query = foundRows<WithdrawalRow>(this.knex, this.searched, found, part.q)
      const [state] = part.states
      if (state) void query.where({ state })
      whereEqual(query, EQUAL, part)
      return query
    })
  }
}
