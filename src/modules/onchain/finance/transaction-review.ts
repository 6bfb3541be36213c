import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isSameAddress } from "../../../domain/payment/shown-address"
import { selectAttempts, type PaymentRow } from "../payment/payment-row"
import { changeWithNote } from "../work/audit-log"
import { inScope, ownRows, scopeColumns, type Scope } from "../work/scope"
import { IS_WAITING } from "../models/transaction"
import { waitingColumn, type ListedTransaction, type TransactionRow } from "./transaction-list"

export type ReviewOutcome = { transaction: TransactionRow; decision: "reviewed" | "nothing_to_review" }

/** A payment that money without a known owner may belong to, and how it was found. */
export type LinkedPayment = { payment: PaymentRow; by: "memo" | "address" }

/**
 * The queue of transactions that need an admin: in review at the service, or not readable.
 *
 * Ending one records who looked and what they found. It moves nothing.
 */
export class TransactionReview {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  find(id: string): Promise<ListedTransaction | undefined> {
    return ownRows<ListedTransaction>(this.knex, this.scope, "onchain_transaction")
      .where({ id })
      .first("*", waitingColumn(this.knex))
  }

  /** @returns undefined when there is no such transaction */
  async end(id: string, actorId: string, note: string): Promise<ReviewOutcome | undefined> {
    const own = inScope(this.scope)
    const reviewed = await changeWithNote<TransactionRow>(
      this.knex,
      "transaction",
      {
        sql: `UPDATE onchain_transaction SET reviewed_at = now(), reviewed_by = ?, review_note = ?, updated_at = now()
              WHERE id = ? AND deleted_at IS NULL AND ${IS_WAITING} AND ${own.sql} RETURNING *`,
        bindings: [actorId, note, id, ...own.bindings],
      },
      { action: "transaction.reviewed", actorId, before: null, after: { note } }
    )
    if (reviewed) return { transaction: reviewed, decision: "reviewed" }
    const transaction = await this.find(id)
    return transaction && { transaction, decision: "nothing_to_review" }
  }

  /**
   * Finds payments by where the money went: by the memo of a shared address, else by an address of their own.
   * The newest payment of an address counts.
   *
   * @returns by id of the transaction
   */
  async findPayments(transactions: readonly TransactionRow[]): Promise<Map<string, LinkedPayment>> {
    const memos = transactions.flatMap(({ memo }) => memo || [])
    const addresses = transactions.flatMap(({ to_address }) => to_address?.toLowerCase() || [])
    if (memos.length + addresses.length === 0) return new Map()
    const payments = await selectAttempts(this.knex)
      .where(scopeColumns(this.scope))
      .where((either) =>
        either.whereIn("memo", memos).orWhereRaw("lower(deposit_address) = ANY(?)", [addresses])
      )
      .orderBy("created_at", "desc")
      .limit(MOST_PAYMENTS)
    return new Map(
      transactions.flatMap((transaction) => {
        const found = linkOf(transaction, payments)
        return found ? [[transaction.id, found]] : []
      })
    )
  }
}

const MOST_PAYMENTS = 500

function linkOf(
  { chain, network_id, to_address, memo }: TransactionRow,
  payments: readonly PaymentRow[]
): LinkedPayment | undefined {
  const there = payments.filter(
    ({ network_id: network, deposit_address: ours }) =>
      network === network_id && ours !== null && to_address !== null && isSameAddress(chain, ours, to_address)
  )
  const byMemo = there.find((payment) => memo !== null && payment.memo === memo)
  if (byMemo) return { payment: byMemo, by: "memo" }
  const byAddress = there.find((payment) => payment.memo === null)
  return byAddress && { payment: byAddress, by: "address" }
}
