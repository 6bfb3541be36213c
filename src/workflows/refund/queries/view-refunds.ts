import type { MedusaContainer } from "@medusajs/framework/types"
import { reasonAgainstAddress } from "../../../domain/refund/refund-address"
import type { PayoutRefusal } from "../../../domain/payout/payout-gate"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { RefundPage, RefundRow } from "../../../modules/onchain/refund/refund-ledger"
import { pageToView } from "../../../modules/onchain/work/listed-rows"
import type { OnchainRefundDetail, OnchainRefundListResponse } from "../../../types/http"
import { loadPaymentNames } from "../../payment/queries/payment-names"
import { findPayoutRefusal, type RequestActor } from "../../payout/payout-access"
import { payoutRefusalInWords } from "../../payout/payout-words"
import { loadDestinationNames, destinationToView } from "../../payout/queries/view-destinations"
import {
  loadWithdrawalDetail,
  loadWithdrawalNames,
  withdrawalToView,
} from "../../payout/queries/view-withdrawals"
import { findPaymentOwner } from "../../payment/order-record"
import { historyToView } from "../../person-names"
import { isGoneInMedusa } from "../medusa-refunds"
import { findPayoutObstacle, loadRefundValues, mustFindRefund, refundToView } from "./refund-to-view"
import { addressRefusalInWords, MEDUSA_HAS_NONE, refundStateInWords } from "../refund-words"
import { addressRequestToView } from "./view-refund-page"
import { toChoice, toReason, type Words } from "../../../words/say"

export async function listRefunds(
  container: MedusaContainer,
  page: RefundPage
): Promise<OnchainRefundListResponse> {
  const { list } = container.resolve("onchain").refunds
  const { rows, count } = await list.read(page)
  const payments = await list.paymentsOf(rows)
  const names = await loadPaymentNames(container, [...payments.values()])
  return {
    refunds: rows.map((row) => ({
      ...refundToView(row, payments.get(row.payment_id), names),
      // The address of a confirmed payout cannot change any more.
      is_address_proposed: row.address_state === "proposed" && reasonAgainstAddress(row.state) === null,
    })),
    ...pageToView(count, page, rows.length),
  }
}

export async function viewRefund(
  container: MedusaContainer,
  { refund_id, actor }: { refund_id: string; actor: RequestActor }
): Promise<OnchainRefundDetail> {
  const { refund, payment } = await mustFindRefund(container, refund_id)
  const { refunds, options } = container.resolve("onchain")
  const [history, booked, sender, access] = await Promise.all([
    refunds.history(refund.id),
    refunds.list.listOfPayment(payment.id),
    refunds.senders.find(payment),
    findPayoutRefusal(container, actor),
  ])
  const actors = [...history.map(({ actor_id }) => actor_id), refund.settled_by, refund.link_made_by]
  const [names, { amountProblem, ...values }, withdrawals, destinations] = await Promise.all([
    loadPaymentNames(container, [payment], actors),
    loadRefundValues(container, payment, refund, booked),
    loadRefundPayouts(container, refund, actor),
    loadRefundDestinations(container, payment, refund, sender),
  ])
  const { refusal } = access
  const choices = await loadChoices(container, payment, refund, { actor, refusal, amountProblem })
  return {
    ...refundToView(refund, payment, names),
    // Only where the order has gone to another account since.
    payer:
      payment.customer_id === names.customer(payment)?.id ? null : names.customerById(payment.customer_id),
    ...values,
    ...withdrawals,
    ...destinations,
    address_request: addressRequestToView(container, refund, { names, history, sender, access }),
    can_email_link: options.notifications.channel !== null && options.refundLinks.template !== null,
    settled:
      refund.settled_by === null
        ? null
        : {
            by: names.actorName(refund.settled_by),
            note: refund.settled_note ?? "",
            tx_hash: refund.settled_tx_hash,
            at: (refund.done_at ?? refund.updated_at).toISOString(),
          },
    choices,
    history: historyToView(history, names),
  }
}

async function loadChoices(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow,
  {
    actor,
    refusal,
    amountProblem,
  }: { actor: RequestActor; refusal: PayoutRefusal | null; amountProblem: Words | null }
): Promise<OnchainRefundDetail["choices"]> {
  const { refusal: settleRefusal } = await findPayoutRefusal(container, actor, "notes")
  const over = refund.state === "due" ? null : refundStateInWords(refund)
  const choice = (words: Words | null) => ({ is_possible: words === null, ...toReason(words) })
  const against = async () => {
    if (over !== null) return over
    if (refusal) return payoutRefusalInWords(refusal)
    if (await isGoneInMedusa(container, refund, payment)) return MEDUSA_HAS_NONE
    return (await findPayoutObstacle(container, payment, refund))?.words ?? amountProblem
  }
  return {
    quote: choice(await against()),
    settle: choice(over ?? (settleRefusal && payoutRefusalInWords(settleRefusal))),
    ask_address: toChoice(reasonAgainstAddress(refund.state), addressRefusalInWords),
  }
}

async function loadRefundPayouts(
  container: MedusaContainer,
  refund: RefundRow,
  actor: RequestActor
): Promise<Pick<OnchainRefundDetail, "withdrawal" | "earlier_withdrawals">> {
  const { payouts } = container.resolve("onchain")
  const rows = await payouts.withdrawals.list.ofRefund(refund.id)
  const latest = rows.find(({ id }) => id === refund.withdrawal_id)
  const earlier = rows.filter((row) => row !== latest)
  const names = await loadWithdrawalNames(container, earlier)
  return {
    withdrawal: latest ? await loadWithdrawalDetail(container, latest, actor) : null,
    earlier_withdrawals: earlier.map((row) => withdrawalToView(row, names)),
  }
}

async function loadRefundDestinations(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow,
  sender: string | null
): Promise<Pick<OnchainRefundDetail, "destinations" | "observed_sender">> {
  const { chain, network_id: networkId } = payment
  const { payouts, refunds } = container.resolve("onchain")
  const { customerId } = await findPaymentOwner(container, payment)
  const owner = { customerId, paymentId: payment.id, refundId: refund.id }
  const [rows, inBook] = await Promise.all([
    payouts.destinations.listForRefund({ chain, networkId }, owner),
    sender === null ? null : refunds.senders.findInBook(sender, payment, owner),
  ])
  const names = await loadDestinationNames(container, rows)
  return {
    destinations: rows.map((row) => ({
      ...destinationToView(row, names),
      is_observed_sender: row.is_observed_sender || row.address === sender,
    })),
    observed_sender: sender === null ? null : { address: sender, destination_state: inBook?.state ?? null },
  }
}
