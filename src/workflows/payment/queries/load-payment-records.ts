import type { MedusaContainer } from "@medusajs/framework/types"
import type { DepositRow } from "../../../modules/onchain/deposit/deposit-row"
import type { SentMessage, SubjectEntry } from "../../../modules/onchain/payment/order-payments"
import type { ListedPayment } from "../../../modules/onchain/payment/payment-list"
import type { AnyPayment, PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-row"
import { REFUND, type RefundRow } from "../../../modules/onchain/refund/refund-row"

/** Everything that is stored of a payment. Attempts, refunds, claims, entries and messages are oldest first. */
export type PaymentRecord = ListedPayment & {
  attempts: PaymentRow[]
  refundRows: RefundRow[]
  /** Newest first. */
  payouts: WithdrawalRow[]
  deposits: DepositRow[]
  claims: { tx_hash: string; created_at: Date }[]
  entries: SubjectEntry[]
  messages: SentMessage[]
}

/** One read per kind of row, however many payments there are. */
export async function loadPaymentRecords(
  container: MedusaContainer,
  payments: readonly AnyPayment[]
): Promise<{ records: PaymentRecord[]; now: Date }> {
  const { paymentList, deposits, payouts } = container.resolve("onchain")
  const { ofOrders } = payouts.refunds
  const ids = payments.map(({ id }) => id)
  const [{ listed, now }, attempts, refundRows, linked, claims, ofPayments] = await Promise.all([
    paymentList.describe(payments),
    ofOrders.listAttempts(ids),
    ofOrders.listRefunds(ids),
    deposits.links.listOf(ids),
    deposits.links.listClaims(ids),
    ofOrders.listEntries("payment", ids),
  ])
  const refundIds = refundRows.map(({ id }) => id)
  const [payoutRows, ofRefunds, messages] = await Promise.all([
    ofOrders.listPayouts(refundIds),
    ofOrders.listEntries(REFUND, refundIds),
    ofOrders.listMessages([...ids, ...refundIds]),
  ])
  const records = listed.map((one) => {
    const { id } = one.payment
    const own = refundRows.filter(({ payment_id }) => payment_id === id)
    const isOwnRefund = (refundId: string | null) => own.some((refund) => refund.id === refundId)
    return {
      ...one,
      attempts: attempts.filter((attempt) => attempt.id === id),
      refundRows: own,
      payouts: payoutRows.filter(({ refund_id }) => isOwnRefund(refund_id)),
      deposits: linked.filter(({ payment_id }) => payment_id === id),
      claims: claims.filter(({ payment_id }) => payment_id === id),
      entries: [
        ...ofPayments.filter(({ subject_id }) => subject_id === id),
        ...ofRefunds.filter(({ subject_id }) => isOwnRefund(subject_id)),
      ],
      messages: messages.filter(({ payment_id }) => payment_id === id),
    }
  })
  return { records, now }
}
