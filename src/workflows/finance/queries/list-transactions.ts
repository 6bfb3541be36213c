import type { MedusaContainer } from "@medusajs/framework/types"
import type {
  TransactionPage,
  TransactionRow,
  TransactionSubjects,
} from "../../../modules/onchain/finance/transaction-list"
import { COUNT_LIMIT } from "../../../modules/onchain/work/listed-rows"
import type { OnchainTransaction, OnchainTransactionListResponse } from "../../../types/http"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { transactionSyncOf } from "../workers/transaction-sync"
import { loadUnallocatedNames } from "../../payment/queries/view-unallocated-payments"

export async function listTransactions(
  container: MedusaContainer,
  page: TransactionPage
): Promise<OnchainTransactionListResponse> {
  const { transactions } = container.resolve("onchain").finance
  const [rows, count, state] = await Promise.all([
    transactions.page(page),
    transactions.count(page.filter),
    transactionSyncOf(container).state(),
  ])
  return {
    transactions: await transactionsToView(container, rows),
    count: Math.min(count, COUNT_LIMIT),
    is_count_exact: count <= COUNT_LIMIT,
    limit: page.limit,
    offset: page.offset,
    sync: {
      finished_at: state.finishedAt?.toISOString() ?? null,
      looked_at: state.lookedAt?.toISOString() ?? null,
      is_running: state.isRunning,
      last_error: state.lastError,
    },
  }
}

async function transactionsToView(
  container: MedusaContainer,
  rows: readonly TransactionRow[]
): Promise<OnchainTransaction[]> {
  const { finance, networkNames } = container.resolve("onchain")
  const references = rows.flatMap(({ reference }) => (reference === null ? [] : [reference]))
  const [networkName, subjects] = await Promise.all([networkNames.load(), finance.findSubjects(references)])
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

/** Null when the payment has no order. */
type PaymentOrders = (paymentId: string) => { id: string; display_id: number | null } | null

/** One read per kind of row. */
export async function loadPaymentOrders(
  container: MedusaContainer,
  payments: readonly PaymentRow[]
): Promise<PaymentOrders> {
  if (payments.length === 0) return () => null
  const names = await loadUnallocatedNames(container, payments)
  const orders = new Map(payments.map((row) => [row.id, names.appliedTo(row) ?? names.meantFor(row)]))
  return (paymentId) => orders.get(paymentId) ?? null
}
