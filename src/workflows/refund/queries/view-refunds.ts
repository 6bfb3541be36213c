import type { MedusaContainer } from "@medusajs/framework/types"
import type { RefundChoiceRefusal } from "../../../domain/refund/refund-lifecycle"
import { reasonAgainstAddress } from "../../../domain/refund/refund-address"
import { refundChoices } from "../../../domain/refund/refund-lifecycle"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { SenderInBook } from "../../../modules/onchain/refund/refund-addresses"
import type { RefundPage, RefundRow } from "../../../modules/onchain/refund/refund-ledger"
import { countToView } from "../../../modules/onchain/work/listed-rows"
import type { OnchainRefundDetail, OnchainRefundListResponse } from "../../../types/http"
import { findPayoutRefusal, type RequestActor } from "../../payout/payout-access"
import { payoutRefusalInWords } from "../../payout/payout-words"
import { loadDestinationNames, destinationToView } from "../../payout/queries/view-destinations"
import {
  loadWithdrawalDetail,
  loadWithdrawalNames,
  withdrawalToView,
} from "../../payout/queries/view-withdrawals"
import { findRefundOwner, isGoneInMedusa, mustFindRefund } from "../find-refund"
import {
  findPayoutObstacle,
  loadRefundNames,
  loadRefundValues,
  type RefundNames,
  refundToView,
} from "./refund-to-view"
import { CHOICE_WORDS } from "../refund-words"
import { askAddressChoice, loadAddressRequest } from "./view-refund-page"

export async function listRefunds(
  container: MedusaContainer,
  page: RefundPage
): Promise<OnchainRefundListResponse> {
  const { attention, payouts } = container.resolve("onchain")
  const { list } = payouts.refunds
  const [rows, count, waiting] = await Promise.all([
    list.page(page),
    list.count(page.filter),
    attention.list.count("refund_due"),
  ])
  const [payments, proposed] = await Promise.all([list.paymentsOf(rows), list.proposedOf(rows)])
  const names = await loadRefundNames(container, [...payments.values()])
  return {
    refunds: rows.map((row) => ({
      ...refundToView(row, payments.get(row.payment_id), names),
      // The address of a confirmed payout cannot change any more.
      is_address_proposed: proposed.has(row.id) && reasonAgainstAddress(row.state) === null,
    })),
    ...countToView(count, page, rows.length),
    limit: page.limit,
    offset: page.offset,
    waiting,
  }
}

/** @throws MedusaError `not_found` */
export async function viewRefund(
  container: MedusaContainer,
  { refund_id, actor }: { refund_id: string; actor: RequestActor }
): Promise<OnchainRefundDetail> {
  const { refund, payment } = await mustFindRefund(container, refund_id)
  const { list, payouts } = container.resolve("onchain").payouts.refunds
  const [history, booked] = await Promise.all([payouts.history(refund.id), list.listOfPayment(payment.id)])
  const [names, { amountProblem, ...values }, withdrawals, destinations, request] = await Promise.all([
    loadRefundNames(container, [payment], [...history.map(({ actor_id }) => actor_id), refund.settled_by]),
    loadRefundValues(container, payment, refund, booked),
    loadRefundPayouts(container, refund, actor),
    loadRefundDestinations(container, payment, refund),
    loadAddressRequest(container, refund, actor),
  ])
  const choices = await loadChoices(container, payment, refund, { actor, amountProblem })
  return {
    ...refundToView(refund, payment, names),
    payer: names.payer(payment),
    ...values,
    ...withdrawals,
    ...destinations,
    fee: feeOf(withdrawals.withdrawal),
    address_request: request,
    settled: settledToView(refund, names),
    choices,
    history: history.map(({ action, actor_id, created_at }) => ({
      at: created_at.toISOString(),
      action,
      by: names.actorName(actor_id),
    })),
  }
}

/** The provider takes its fee out of the amount. */
function feeOf(payout: OnchainRefundDetail["withdrawal"]): OnchainRefundDetail["fee"] {
  return { borne_by: "recipient", fee: payout?.fee ?? null, net_amount: payout?.net_amount ?? null }
}

async function loadChoices(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow,
  { actor, amountProblem }: { actor: RequestActor; amountProblem: string | null }
): Promise<OnchainRefundDetail["choices"]> {
  const [{ refusal }, { refusal: settleRefusal }] = await Promise.all([
    findPayoutRefusal(container, actor),
    findPayoutRefusal(container, actor, "notes"),
  ])
  const isDue = refund.state === "due"
  const obstacle = isDue ? await findPayoutObstacle(container, payment, refund) : null
  const choices = refundChoices({
    state: refund.state,
    mayMove: refusal === null,
    maySettle: settleRefusal === null,
    isAssetPayable: obstacle === null,
    isAmountPayable: amountProblem === null,
    isGoneInMedusa: isDue && (await isGoneInMedusa(container, refund, payment)),
    isSettledElsewhere: refund.settled_by !== null,
  })
  const open = { asset: obstacle?.words, amount: amountProblem }
  return {
    quote: toChoice(choices.quote, { ...open, not_allowed: refusal && payoutRefusalInWords(refusal) }),
    settle: toChoice(choices.settle, {
      ...open,
      not_allowed: settleRefusal && payoutRefusalInWords(settleRefusal),
    }),
    ask_address: askAddressChoice(refund),
  }
}

/** @param loaded refusals that depend on the actor, the asset and the amount */
function toChoice(
  refusal: RefundChoiceRefusal | null,
  loaded: Record<"not_allowed" | "asset" | "amount", string | null | undefined>
): OnchainRefundDetail["choices"]["quote"] {
  if (refusal === null) return { is_possible: true, reason: null }
  return { is_possible: false, reason: { ...loaded, ...CHOICE_WORDS }[refusal] ?? null }
}

function settledToView(
  { settled_by, settled_note, settled_tx_hash, done_at, updated_at }: RefundRow,
  { actorName }: RefundNames
): OnchainRefundDetail["settled"] {
  if (settled_by === null) return null
  return {
    by: actorName(settled_by),
    note: settled_note ?? "",
    tx_hash: settled_tx_hash,
    at: (done_at ?? updated_at).toISOString(),
  }
}

async function loadRefundPayouts(
  container: MedusaContainer,
  refund: RefundRow,
  actor: RequestActor
): Promise<Pick<OnchainRefundDetail, "withdrawal" | "earlier_withdrawals">> {
  const { payouts } = container.resolve("onchain")
  const rows = await payouts.withdrawals.store.listOfRefund(refund.id)
  const latest = rows.find(({ id }) => id === refund.withdrawal_id)
  const earlier = rows.filter((row) => row !== latest)
  const names = await loadWithdrawalNames(container, earlier)
  return {
    withdrawal: latest ? await loadWithdrawalDetail(container, latest, actor) : null,
    earlier_withdrawals: earlier.map((row) => withdrawalToView(row, names)),
  }
}

/** The operator chooses the destination. */
async function loadRefundDestinations(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow
): Promise<Pick<OnchainRefundDetail, "destinations" | "observed_sender">> {
  const { chain, network_id: networkId } = payment
  const { destinations, refunds } = container.resolve("onchain").payouts
  const [{ customerId }, sender] = await Promise.all([
    findRefundOwner(container, payment),
    refunds.senders.find(payment),
  ])
  const owner = { customerId, paymentId: payment.id, refundId: refund.id }
  const [rows, inBook] = await Promise.all([
    destinations.listForRefund({ chain, networkId }, owner),
    sender === null ? null : refunds.senders.findInBook(sender, payment, owner),
  ])
  const names = await loadDestinationNames(container, rows)
  return {
    destinations: rows.map((row) => ({
      ...destinationToView(row, names),
      is_observed_sender: row.is_observed_sender || row.address === sender,
    })),
    observed_sender: sender === null ? null : senderToView(sender, inBook),
  }
}

/** The gateway reports senders of deposits only, and never a memo. */
function senderToView(address: string, inBook: SenderInBook | null): OnchainRefundDetail["observed_sender"] {
  return {
    address,
    memo: null,
    source: "deposit",
    destination_id: inBook?.id ?? null,
    destination_state: inBook?.state ?? null,
  }
}
