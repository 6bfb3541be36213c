import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  countRows,
  findBegins,
  foundRows,
  countingOrder,
  readPage,
  sortedBy,
  splitStates,
  type Found,
} from "../work/listed-rows"
import type { RefundKind, RefundState } from "../../../domain/refund/refund-lifecycle"
import { selectPayments, type PaymentRow } from "../payment/payment-row"
import type { Scope } from "../work/scope"
import type { RefundRow } from "./refund-row"

/** No states stand for all of them. */
export type RefundFilter = {
  states: readonly RefundState[]
  kind?: RefundKind | undefined
  /** Beginning of an identifier: of the refund, its payment, its session or its payout. */
  q?: string | undefined
}

export type RefundPage = { filter: RefundFilter; direction: "asc" | "desc"; limit: number; offset: number }

/** Nobody is paying it yet. */
export const IS_DUE = "state = 'due'"

const SEARCHED = ["id", "payment_id", "session_id", "withdrawal_id"] as const

/** Oldest first. */
export function listRefundsOf(knex: Knex, payment_id: string): Promise<RefundRow[]> {
  return knex<RefundRow>("onchain_refund")
    .where({ payment_id })
    .whereNull("deleted_at")
    .orderBy(["created_at", "id"])
    .select("*")
}

/** From indexes in the order of the page. */
export class RefundList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Each state is read from its own index in order, and merged. */
  async page({ filter, direction, limit, offset }: RefundPage): Promise<RefundRow[]> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    const sorting = sortedBy("created_at", direction)
    return readPage<RefundRow>(this.knex, this.parts(filter, found), { sorting, limit, offset })
  }

  /** Up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  async count(filter: RefundFilter): Promise<number> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    return countRows(this.knex, this.parts(filter, found), countingOrder(found, "created_at"))
  }

  /** Oldest first. */
  listOfPayment(paymentId: string): Promise<RefundRow[]> {
    return listRefundsOf(this.knex, paymentId)
  }

  async paymentsOf(refunds: readonly { payment_id: string }[]): Promise<Map<string, PaymentRow>> {
    const ids = [...new Set(refunds.map(({ payment_id }) => payment_id))]
    const rows = await selectPayments(this.knex).whereIn("id", ids)
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** @returns ids of the refunds whose proposed address waits for an operator */
  async proposedOf(refunds: readonly { id: string }[]): Promise<Set<string>> {
    const ids = refunds.map(({ id }) => id)
    const rows = await this.knex<{ refund_id: string; state: string }>("onchain_refund_address")
      .whereIn("refund_id", ids)
      .where({ state: "proposed" })
      .select("refund_id")
    return new Set(rows.map(({ refund_id }) => refund_id))
  }

  private get searched() {
    return { table: "onchain_refund", scope: this.scope, columns: SEARCHED }
  }

  private parts(filter: RefundFilter, found: Found): Knex.QueryBuilder<RefundRow, RefundRow[]>[] {
    return splitStates(filter).map(({ states: [state], kind, q }) => {
      const query = foundRows<RefundRow>(this.knex, this.searched, found, q)
      if (state !== undefined) void query.where("state", state)
      if (kind !== undefined) void query.where("kind", kind)
      return query
    })
  }
}
