import type { MedusaContainer } from "@medusajs/framework/types"
import type { SenderInBook } from "../../../modules/onchain/observed-senders"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import type { OnchainRefundDetail } from "../../../types/http"
import { loadDestinationNames } from "../../destination/steps/destination-names"
import { destinationToView } from "../../destination/steps/destination-to-view"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { loadWithdrawalDetail } from "../../withdrawal/steps/view-withdrawal"
import { loadWithdrawalNames } from "../../withdrawal/steps/withdrawal-names"
import { withdrawalToView } from "../../withdrawal/steps/withdrawal-to-view"
import { findRefundOwner } from "./refund-owner"

/** The payouts of a refund, the latest apart from those before it. */
export async function loadRefundPayouts(
  container: MedusaContainer,
  refund: RefundRow,
  actor: RequestActor
): Promise<Pick<OnchainRefundDetail, "withdrawal" | "earlier_withdrawals">> {
  const { options, payouts } = container.resolve("onchain")
  const rows = await payouts.withdrawals.store.listOfRefund(refund.id)
  const latest = rows.find(({ id }) => id === refund.withdrawal_id)
  const earlier = rows.filter((row) => row !== latest)
  const names = await loadWithdrawalNames(container, earlier)
  return {
    withdrawal: latest ? await loadWithdrawalDetail(container, latest, actor) : null,
    earlier_withdrawals: earlier.map((row) => withdrawalToView(row, names, options.assumptions)),
  }
}

/** The destinations a refund can be paid to, and who sent the money. None is chosen for anybody. */
export async function loadRefundDestinations(
  container: MedusaContainer,
  payment: PaymentRow
): Promise<Pick<OnchainRefundDetail, "destinations" | "observed_sender">> {
  const { chain, network_id: networkId } = payment
  const { destinations, refunds } = container.resolve("onchain").payouts
  const [{ customerId }, sender] = await Promise.all([
    findRefundOwner(container, payment),
    refunds.senders.find(payment),
  ])
  const owner = { customerId, paymentId: payment.id }
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

/** The service tells senders of deposits only, and never a memo. */
function senderToView(address: string, inBook: SenderInBook | null): OnchainRefundDetail["observed_sender"] {
  return {
    address,
    memo: null,
    source: "deposit",
    destination_id: inBook?.id ?? null,
    destination_state: inBook?.state ?? null,
  }
}
