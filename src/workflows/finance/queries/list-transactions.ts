import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { TRANSACTION_KINDS } from "../../../gateway/contract"
import type { TransactionPage, TransactionRow } from "../../../modules/onchain/finance/transactions"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { pageToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainTransaction,
  OnchainTransactionDetail,
  OnchainTransactionListResponse,
} from "../../../types/http"
import { loadPaymentNames } from "../../payment/queries/payment-names"
import { columnsOf, loadActorNames, loadNames } from "../../person-names"
import { transactionSyncOf } from "../workers/sync-transactions"

export async function listTransactions(
  container: MedusaContainer,
  page: TransactionPage
): Promise<OnchainTransactionListResponse> {
  const { transactions } = container.resolve("onchain").finance
  const [{ rows, count }, state] = await Promise.all([
    transactions.read(page),
    transactionSyncOf(container).state(),
  ])
  return {
    transactions: await transactionsToView(container, rows),
    ...pageToView(count, page, rows.length),
    sync: {
      finished_at: state.finishedAt?.toISOString() ?? null,
      looked_at: state.lookedAt?.toISOString() ?? null,
      is_running: state.isRunning,
      last_error: state.lastError,
    },
  }
}

/** @throws MedusaError `not_found` */
export async function viewTransaction(
  container: MedusaContainer,
  id: string
): Promise<OnchainTransactionDetail> {
  const row = await container.resolve("onchain").finance.transactions.find(id)
  const [view] = row ? await transactionsToView(container, [row]) : []
  if (!row || !view) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no transaction ${id}.`)
  const actorName = await loadActorNames(container, [row.reviewed_by])
  const { to_address, memo, raw, reviewed_at: at, reviewed_by, review_note } = row
  const reviewed = at && { at: at.toISOString(), by: actorName(reviewed_by), note: review_note ?? "" }
  return { ...view, to_address, memo, raw, reviewed }
}

async function transactionsToView(
  container: MedusaContainer,
  rows: readonly TransactionRow[]
): Promise<OnchainTransaction[]> {
  const { transactions } = container.resolve("onchain").finance
  const [{ networkName, explorer }, subjects, links] = await Promise.all([
    loadNames(container, {}),
    transactions.findSubjects(rows.flatMap(({ reference }) => reference ?? [])),
    transactions.findPayments(rows.filter(({ is_waiting }) => is_waiting)),
  ])
  const linked = [...links.values()].map(({ payment }) => payment)
  const orders = await loadPaymentOrders(container, [...subjects.payments.values(), ...linked])
  const aboutOf = ({ id, reference }: TransactionRow): OnchainTransaction["about"] => {
    const owner = reference ?? ""
    const payment = subjects.payments.get(owner)
    if (payment) return { kind: "payment", id: payment.id, order: orders(payment.id), by: "reference" }
    if (subjects.deposits.has(owner)) return { kind: "deposit", id: owner, order: null, by: "reference" }
    const withdrawal = subjects.withdrawals.get(owner)
    if (withdrawal !== undefined) return { kind: "withdrawal", id: withdrawal, order: null, by: "reference" }
    const link = links.get(id)
    return link ? { kind: "payment", id: link.payment.id, order: orders(link.payment.id), by: link.by } : null
  }
  return rows.map((row) => ({
    ...columnsOf(row, "id", "type", "status", "chain", "network_id", "token", "canonical_asset_id", "amount"),
    ...columnsOf(row, "tx_hash", "reference", "unread", "is_waiting"),
    kind: TRANSACTION_KINDS.find((kind) => kind === row.kind) ?? null,
    direction: row.direction === "in" || row.direction === "out" ? row.direction : null,
    network_name: networkName(row.chain, row.network_id),
    explorer: explorer({ networkId: row.network_id, txHash: row.tx_hash, address: row.to_address }),
    at: row.sort_at.toISOString(),
    about: aboutOf(row),
  }))
}

/** Null when the payment has no order. */
type PaymentOrders = (paymentId: string) => { id: string; display_id: number | null } | null

/** One read per kind of row. */
export async function loadPaymentOrders(
  container: MedusaContainer,
  payments: readonly PaymentRow[]
): Promise<PaymentOrders> {
  if (payments.length === 0) return () => null
  const names = await loadPaymentNames(container, payments)
  const orders = new Map(
    payments.map((row) => [row.id, names.orderById(row.applied_order_id) ?? names.meantFor(row)])
  )
  return (paymentId) => orders.get(paymentId) ?? null
}

/**
 * Records who looked at a transaction in review, and what they found. Moves no funds.
 *
 * @throws MedusaError `not_found`; `not_allowed` when nothing waits for a review
 */
export async function reviewTransaction(
  container: MedusaContainer,
  { id, note, actorId }: { id: string; note: string; actorId: string }
): Promise<OnchainTransactionDetail> {
  const isEnded = await container.resolve("onchain").finance.transactions.endReview(id, actorId, note)
  const transaction = await viewTransaction(container, id)
  if (isEnded) return transaction
  const reason = transaction.reviewed
    ? "it has been reviewed"
    : "it could be read, and the provider does not hold it"
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Transaction ${id} does not wait for a review: ${reason}.`
  )
}
