import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentStatus } from "../../../domain/payment/payment-status"
import type { WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import type { RefundKind, RefundState } from "../../../domain/refund/refund-lifecycle"
import { formatAmount, multiplyDivide } from "../../../gateway/amount"
import type { PaymentFilter } from "../../../modules/onchain/payment/payment-list"
import { type AnyPayment, isChosen, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { refundedFiat } from "../../../modules/onchain/payment/payment-status"
import type { WithdrawalPage } from "../../../modules/onchain/payout/payout-service"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-store"
import type { RefundPage, RefundRow } from "../../../modules/onchain/refund/refund-ledger"
import type { OnchainRefund, OnchainWithdrawal } from "../../../types/http"
import { CSV_PAGE, type CsvColumns, type CsvFile, csvFile, inUtc } from "../../csv"
import { searchPayments } from "../../payment/queries/list-payments"
import { loadPaymentNames } from "../../payment/queries/payment-names"
import { loadWithdrawalNames, withdrawalToView } from "../../payout/queries/view-withdrawals"
import { refundToView } from "../../refund/queries/refund-to-view"

/** As on the screens. */
export const PAYMENT_WORDS: Record<PaymentStatus, string> = {
  awaiting: "Awaiting payment",
  partially_paid: "Partially paid",
  confirming: "Confirming",
  captured: "Captured",
  refund_due: "Refund due",
  refund_blocked_by_gas: "Blocked: add gas",
  partially_refunded: "Partially refunded",
  refunded: "Refunded",
  held: "Needs review",
  applied: "Applied",
  kept: "Kept",
  expired: "Expired",
  cancelled: "Cancelled",
  contradicted: "Reverted",
}

type ShownPayment = {
  order: { id: string; display_id: number | null } | null
  email: string | null
  payment: AnyPayment
  /** Null while the shopper has not chosen a token. */
  attempt: PaymentRow | null
  networkName: string | null
  value: string
  refunded: string
  fee: string | null
}

const PAYMENT_COLUMNS: CsvColumns<ShownPayment> = {
  Order: ({ order }) => order?.display_id?.toString() ?? null,
  "Customer email": ({ email }) => email,
  Status: ({ payment }) => PAYMENT_WORDS[payment.status],
  Value: ({ value }) => value,
  Currency: ({ payment }) => payment.currency_code.toUpperCase(),
  Refunded: ({ refunded }) => refunded,
  "Created (UTC)": ({ payment }) => inUtc(payment.created_at),
  "Captured (UTC)": ({ payment }) => inUtc(payment.captured_at),
  Network: ({ networkName }) => networkName,
  Token: ({ attempt }) => attempt?.token ?? null,
  Expected: ({ attempt }) => attempt?.expected_amount ?? null,
  Received: ({ attempt }) => attempt?.received_amount ?? null,
  "Provider fee": ({ fee }) => fee,
  Rate: ({ attempt }) => attempt?.rate ?? null,
  "Rate source": ({ attempt }) => attempt?.rate_source ?? null,
  "Rate of (UTC)": ({ attempt }) => attempt && inUtc(attempt.rate_at),
  Transaction: ({ attempt }) => attempt?.tx_hash ?? null,
  Address: ({ attempt }) => attempt?.deposit_address ?? null,
  Memo: ({ attempt }) => attempt?.memo ?? null,
  "Network ID": ({ attempt }) => attempt?.network_id ?? null,
  "Order ID": ({ order }) => order?.id ?? null,
  "Payment ID": ({ payment }) => payment.id,
}

/** All payments of a filter, one row each. */
export async function exportPayments(
  container: MedusaContainer,
  given: PaymentFilter,
  q: string | undefined
): Promise<CsvFile> {
  const { paymentList, finance, clock } = container.resolve("onchain")
  // A payment that is made meanwhile would not be missed, but the file has an end.
  const before = new Date(clock())
  const created_before = given.created_before && given.created_before < before ? given.created_before : before
  const filter = { ...given, created_before, ids: await searchPayments(container, q) }
  return csvFile<AnyPayment, ShownPayment>({
    ...{ name: "onchain-payments", nowMs: before.getTime(), columns: PAYMENT_COLUMNS },
    read: (last) => paymentList.after(filter, last?.id ?? null, CSV_PAGE),
    show: async (rows) => {
      const invoices = rows.flatMap((row) => (isChosen(row) ? (row.gateway_invoice_id ?? []) : []))
      const [{ listed }, names, fees] = await Promise.all([
        paymentList.describe(rows),
        loadPaymentNames(container, rows),
        finance.transactions.feesOf(invoices),
      ])
      return listed.map(({ payment, refunds }) => {
        const attempt = isChosen(payment) ? payment : null
        return {
          ...{ payment, attempt, order: names.order(payment) },
          email: names.customer(payment)?.email ?? null,
          networkName: attempt && names.networkName(attempt.chain, attempt.network_id),
          value: names.fiat(payment.fiat_amount, payment.currency_code),
          refunded: names.fiat(refundedFiat(refunds), payment.currency_code),
          fee: fees.get(attempt?.gateway_invoice_id ?? "") ?? null,
        }
      })
    },
  })
}

export const REFUND_WORDS: Record<RefundState, string> = {
  due: "Due",
  quoted: "Needs confirmation",
  confirmed: "Confirmed",
  sent: "On its way",
  done: "Done",
}
export const REFUND_KIND_WORDS: Record<RefundKind, string> = {
  order: "Order refund",
  surplus: "Overpayment",
  unallocated: "Unmatched payment",
}

type ShownRefund = {
  refund: OnchainRefund
  row: RefundRow
  payment: PaymentRow | undefined
  payout: WithdrawalRow | undefined
  value: string | null
}

const REFUND_COLUMNS: CsvColumns<ShownRefund> = {
  Order: ({ refund }) => refund.order?.display_id?.toString() ?? null,
  "Customer email": ({ refund }) => refund.customer?.email ?? null,
  Kind: ({ refund }) => REFUND_KIND_WORDS[refund.kind],
  Status: ({ refund }) => REFUND_WORDS[refund.state],
  Value: ({ value }) => value,
  Currency: ({ refund }) => refund.currency_code.toUpperCase(),
  "Created (UTC)": ({ refund }) => inUtc(refund.created_at),
  "Done (UTC)": ({ refund }) => inUtc(refund.done_at),
  Network: ({ refund }) => refund.network_name,
  Token: ({ refund }) => refund.token,
  Amount: ({ refund, payout }) => payout?.amount ?? refund.token_amount,
  "Provider fee": ({ payout }) => payout?.fee ?? null,
  Rate: ({ row, payment }) => row.rate ?? payment?.rate ?? null,
  "Rate source": ({ row, payment }) => (row.rate === null ? payment?.rate_source : row.rate_source) ?? null,
  "Rate of (UTC)": ({ row, payment }) => inUtc((row.rate === null ? payment?.rate_at : row.rate_at) ?? null),
  Transaction: ({ row, payout }) => payout?.tx_hash ?? row.settled_tx_hash,
  To: ({ payout }) => payout?.destination_address ?? null,
  Memo: ({ payout }) => payout?.destination_memo || null,
  "Refund ID": ({ refund }) => refund.id,
  "Payment ID": ({ refund }) => refund.payment_id,
  "Withdrawal ID": ({ refund }) => refund.withdrawal_id,
}

/** Whichever currency: what is shown is rounded to its own. */
const MOST_DECIMALS = 8

/** In the currency, at the rate of then: that of the payment where tokens are owed. */
function valueOf({ fiat_amount, token_amount }: RefundRow, payment: PaymentRow | undefined): string | null {
  if (fiat_amount !== null || token_amount === null || !payment) return fiat_amount
  const worth = multiplyDivide(token_amount, { times: payment.rate, by: "1" }, MOST_DECIMALS, "half_up")
  return formatAmount(worth, MOST_DECIMALS)
}

/** All refunds of a filter, with what was paid for each. */
export async function exportRefunds(
  container: MedusaContainer,
  { filter }: Pick<RefundPage, "filter">
): Promise<CsvFile> {
  const { refunds, orderPayments, clock } = container.resolve("onchain")
  return csvFile<RefundRow, ShownRefund>({
    ...{ name: "onchain-refunds", nowMs: clock(), columns: REFUND_COLUMNS },
    read: async (last) => (await refunds.list.read(pageAfter(filter, last))).rows,
    show: async (rows) => {
      const [payments, payouts] = await Promise.all([
        refunds.list.paymentsOf(rows),
        orderPayments.listPayouts(rows.map(({ id }) => id)),
      ])
      const names = await loadPaymentNames(container, [...payments.values()])
      return rows.map((row) => {
        const payment = payments.get(row.payment_id)
        const value = valueOf(row, payment)
        return {
          ...{ row, payment, refund: refundToView(row, payment, names) },
          payout: payouts.find(({ id }) => id === row.withdrawal_id),
          value: value && names.fiat(value, row.currency_code),
        }
      })
    },
  })
}

export const WITHDRAWAL_WORDS: Record<WithdrawalState, string> = {
  requested: "Needs a quote",
  quoted: "Needs confirmation",
  awaiting_approval: "Needs approval",
  sending: "Sending",
  sent: "On its way",
  completed: "Paid out",
  failed: "Failed",
  refused: "Refused",
  cancelled: "Cancelled",
  unknown: "Unknown",
}

type ShownWithdrawal = { payout: OnchainWithdrawal; value: string | null; currency: string | null }

const WITHDRAWAL_COLUMNS: CsvColumns<ShownWithdrawal> = {
  Kind: ({ payout }) => (payout.kind === "refund" ? "Refund" : "Withdrawal"),
  Order: ({ payout }) => payout.refund?.order?.display_id?.toString() ?? null,
  Status: ({ payout }) => WITHDRAWAL_WORDS[payout.state],
  Network: ({ payout }) => payout.network_name,
  Token: ({ payout }) => payout.token,
  Amount: ({ payout }) => payout.amount,
  "Provider fee": ({ payout }) => payout.fee,
  Arrives: ({ payout }) => payout.net_amount,
  "Refunded value": ({ value }) => value,
  Currency: ({ currency }) => currency?.toUpperCase() ?? null,
  "Requested (UTC)": ({ payout }) => inUtc(payout.created_at),
  "Sent (UTC)": ({ payout }) => inUtc(payout.sent_at),
  "Paid out (UTC)": ({ payout }) => inUtc(payout.completed_at),
  To: ({ payout }) => payout.destination.label,
  Address: ({ payout }) => payout.destination.address,
  Memo: ({ payout }) => payout.destination.memo,
  "Requested by": ({ payout }) => payout.requested_by,
  "Confirmed by": ({ payout }) => payout.confirmed_by,
  "Approved by": ({ payout }) => payout.approved_by,
  Transaction: ({ payout }) => payout.tx_hash,
  "Network ID": ({ payout }) => payout.network_id,
  "Withdrawal ID": ({ payout }) => payout.id,
  "Refund ID": ({ payout }) => payout.refund?.id ?? null,
}

/** All payouts of a filter. That of a refund has the refund's value; the treasury's own tokens have no price of then. */
export async function exportWithdrawals(
  container: MedusaContainer,
  { filter }: Pick<WithdrawalPage, "filter">
): Promise<CsvFile> {
  const { payouts, refunds, currencies, clock } = container.resolve("onchain")
  const { list } = payouts.withdrawals
  return csvFile<WithdrawalRow, ShownWithdrawal>({
    ...{ name: "onchain-withdrawals", nowMs: clock(), columns: WITHDRAWAL_COLUMNS },
    read: async (last) => (await list.read(pageAfter(filter, last))).rows,
    show: async (rows) => {
      const [names, payments, owed] = await Promise.all([
        loadWithdrawalNames(container, rows),
        list.paymentsOf(rows.map(({ payment_id }) => payment_id)),
        refunds.list.ofIds(rows.flatMap(({ refund_id }) => refund_id ?? [])),
      ])
      const fiat = await currencies.shown(owed.map(({ currency_code }) => currency_code))
      return rows.map((row) => {
        const refund = owed.find(({ id }) => id === row.refund_id)
        const value = refund
          ? valueOf(
              refund,
              payments.find(({ id }) => id === row.payment_id)
            )
          : null
        return {
          payout: withdrawalToView(row, names),
          value: refund && value !== null ? fiat(value, refund.currency_code) : null,
          currency: refund?.currency_code ?? null,
        }
      })
    },
  })
}

const pageAfter = <Filter extends object>(filter: Filter, last: { id: string } | undefined) => ({
  ...{ direction: "desc" as const, limit: CSV_PAGE, offset: 0 },
  filter: { ...filter, ...(last ? { after: last.id } : {}) },
})
