import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentRow } from "./payment-row"

/** What of ours some references of the service name. */
export type TransactionSubjects = {
  /** By the service's invoice. */
  payments: Map<string, PaymentRow>
  deposits: Set<string>
  /** Ours, by the service's identifier. */
  withdrawals: Map<string, string>
}

/** Finds what of ours stands behind the references of transactions, each kind with one read. */
export async function findTransactionSubjects(
  knex: Knex,
  references: readonly string[]
): Promise<TransactionSubjects> {
  const ids = [...new Set(references)]
  if (ids.length === 0) return { payments: new Map(), deposits: new Set(), withdrawals: new Map() }
  const [payments, deposits, withdrawals] = await Promise.all([
    knex<PaymentRow>("onchain_payment").whereIn("gateway_invoice_id", ids).whereNull("deleted_at"),
    knex<{ id: string }>("onchain_deposit").whereIn("id", ids).whereNull("deleted_at").select("id"),
    knex<{ id: string; gateway_withdrawal_id: string }>("onchain_withdrawal")
      .whereIn("gateway_withdrawal_id", ids)
      .whereNull("deleted_at")
      .select("id", "gateway_withdrawal_id"),
  ])
  return {
    payments: new Map(payments.map((row) => [row.gateway_invoice_id ?? "", row])),
    deposits: new Set(deposits.map(({ id }) => id)),
    withdrawals: new Map(withdrawals.map((row) => [row.gateway_withdrawal_id, row.id])),
  }
}
