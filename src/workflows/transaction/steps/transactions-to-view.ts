import type { MedusaContainer } from "@medusajs/framework/types"
import type { TransactionRow } from "../../../modules/onchain/transaction-row"
import type { TransactionSubjects } from "../../../modules/onchain/transaction-subjects"
import type { OnchainTransaction } from "../../../types/http"
import { loadPaymentOrders, type PaymentOrders } from "./payment-orders"

/** Transactions as the admin lists them, with what of ours each belongs to. */
export async function transactionsToView(
  container: MedusaContainer,
  rows: readonly TransactionRow[]
): Promise<OnchainTransaction[]> {
  const { books, networkNames } = container.resolve("onchain")
  const references = rows.flatMap(({ reference }) => (reference === null ? [] : [reference]))
  const [networkName, subjects] = await Promise.all([networkNames.load(), books.findSubjects(references)])
  const orders = await loadPaymentOrders(container, [...subjects.payments.values()])
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    direction: row.direction,
    chain: row.chain,
    network_id: row.network_id,
    network_name: networkName(row.chain, row.network_id),
    token: row.token,
    canonical_asset_id: row.canonical_asset_id,
    amount: row.amount,
    tx_hash: row.tx_hash,
    reference: row.reference,
    at: row.sort_at.toISOString(),
    about: row.reference === null ? null : aboutOf(row.reference, subjects, orders),
  }))
}

function aboutOf(
  reference: string,
  { payments, deposits, withdrawals }: TransactionSubjects,
  orders: PaymentOrders
): OnchainTransaction["about"] {
  const payment = payments.get(reference)
  if (payment) return { kind: "payment", id: payment.id, order: orders(payment.id) }
  if (deposits.has(reference)) return { kind: "deposit", id: reference, order: null }
  const withdrawal = withdrawals.get(reference)
  return withdrawal === undefined ? null : { kind: "withdrawal", id: withdrawal, order: null }
}
