import type { MedusaContainer } from "@medusajs/framework/types"
import { refundedFiat } from "../../../modules/onchain/payment/payment-status"
import { addAmounts } from "../../../gateway/amount"
import type { PaymentCursor, PaymentFilter } from "../../../modules/onchain/payment/payment-list"
import { isChosen, type AnyPayment } from "../../../modules/onchain/payment/payment-row"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-row"
import type { RefundRow } from "../../../modules/onchain/refund/refund-row"
import { toCsv, toCsvLines, type CsvRow } from "../../csv"
import { loadRefundNames } from "../../refund/queries/refund-to-view"
import { withSearch } from "./list-payments"
import { paymentStatusToView } from "./payment-status-to-view"

const PAGE = 100

export const EXPORT_COLUMNS = [
  ...["order_number", "order_id", "payment_id", "created_at", "captured_at", "status"],
  ...["fiat_amount", "currency_code", "rate", "rate_source", "rate_at"],
  ...["network_id", "network_name", "token", "expected_amount", "received_amount"],
  ...["tx_hash", "deposit_address", "memo"],
  ...["refunded_fiat", "refunded_tokens", "refund_fees", "refund_tx_hashes"],
] as const

/**
 * Writes all payments of a filter as CSV, newest first, page by page.
 *
 * The first page is read before this returns, so that a failure answers an error and not half a file.
 */
export async function exportPayments(
  container: MedusaContainer,
  given: PaymentFilter,
  q: string | undefined
): Promise<{ name: string; pages: AsyncIterable<string> }> {
  const { paymentList, clock } = container.resolve("onchain")
  // A payment that is made meanwhile would not be missed, but the file has an end.
  const before = new Date(clock())
  const created_before = given.created_before && given.created_before < before ? given.created_before : before
  const filter = await withSearch(container, { ...given, created_before }, q)
  const first = await paymentList.after(filter, null, PAGE)
  const head = toCsv([[...EXPORT_COLUMNS], ...(await toRows(container, first))])
  const name = `onchain-payments-${before.toISOString().slice(0, 10)}.csv`
  return { name, pages: pagesAfter(container, filter, head, first) }
}

async function* pagesAfter(
  container: MedusaContainer,
  filter: PaymentFilter,
  head: string,
  first: readonly AnyPayment[]
): AsyncIterable<string> {
  yield head
  const { paymentList } = container.resolve("onchain")
  for (let page = first; page.length === PAGE;) {
    page = await paymentList.after(filter, cursorOf(page), PAGE)
    if (page.length > 0) yield toCsvLines(await toRows(container, page))
  }
}

function cursorOf(page: readonly AnyPayment[]): PaymentCursor | null {
  const last = page.at(-1)
  return last ? { created_at: last.created_at, id: last.id } : null
}

async function toRows(container: MedusaContainer, payments: readonly AnyPayment[]): Promise<CsvRow[]> {
  const { paymentList, payouts } = container.resolve("onchain")
  const { ofOrders } = payouts.refunds
  const [{ listed, now }, names, refunds] = await Promise.all([
    paymentList.describe(payments),
    loadRefundNames(container, payments),
    ofOrders.listRefunds(payments.map(({ id }) => id)),
  ])
  const withdrawals = await ofOrders.listPayouts(refunds.map(({ id }) => id))
  return listed.map((one) => {
    const { payment } = one
    const attempt = isChosen(payment) ? payment : null
    const order = names.order(payment)
    const paid = refunds.filter(({ payment_id, state }) => payment_id === payment.id && state === "done")
    const { code } = paymentStatusToView(one, { ...names, nowMs: now.getTime() })
    return [
      ...[order?.display_id?.toString() ?? null, order?.id ?? null, payment.id],
      ...[payment.created_at.toISOString(), payment.captured_at?.toISOString() ?? null, code],
      ...[names.fiat(payment.fiat_amount, payment.currency_code), payment.currency_code.toLowerCase()],
      ...[attempt?.rate ?? null, attempt?.rate_source ?? null, attempt?.rate_at.toISOString() ?? null],
      attempt?.network_id ?? null,
      attempt && names.networkName(attempt.chain, attempt.network_id),
      ...[attempt?.token ?? null, attempt?.expected_amount ?? null, attempt?.received_amount ?? null],
      ...[attempt?.tx_hash ?? null, attempt?.deposit_address ?? null, attempt?.memo ?? null],
      names.fiat(refundedFiat(one.refunds), payment.currency_code),
      ...payoutCells(paid, withdrawals),
    ]
  })
}

/** Refunded tokens, the fees of their payouts, and their hashes. Sums of several tokens are written one after the other. */
function payoutCells(refunds: readonly RefundRow[], withdrawals: readonly WithdrawalRow[]): CsvRow {
  const paidBy = (refund: RefundRow) => withdrawals.find(({ id }) => id === refund.withdrawal_id)
  const payouts = refunds.map((refund) => ({ refund, payout: paidBy(refund) }))
  const tokens = payouts.map(({ refund, payout }) => ({
    token: refund.token,
    amount: payout?.amount ?? refund.token_amount,
  }))
  const fees = payouts.map(({ refund, payout }) => ({ token: refund.token, amount: payout?.fee ?? null }))
  const hashes = payouts.flatMap(({ refund, payout }) => payout?.tx_hash ?? refund.settled_tx_hash ?? [])
  return [sums(tokens), sums(fees), hashes.join(" ") || null]
}

/** @example sums([{ token: "USDC", amount: "1" }, { token: "USDC", amount: "2" }]) // "3" */
function sums(amounts: readonly { token: string; amount: string | null }[]): string | null {
  const known = amounts.flatMap(({ token, amount }) => (amount === null ? [] : [{ token, amount }]))
  const tokens = [...new Set(known.map(({ token }) => token))]
  const total = (wanted: string) =>
    addAmounts("0", ...known.flatMap(({ token, amount }) => (token === wanted ? [amount] : [])))
  if (tokens.length === 0) return null
  return tokens.length === 1
    ? total(tokens[0] ?? "")
    : tokens.map((token) => `${total(token)} ${token}`).join(" + ")
}
