import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import type { OnchainDestination, OnchainRefundDetail } from "../../../types/http"
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

/** The destinations a refund can be paid to. None is chosen for anybody. */
export async function loadRefundDestinations(
  container: MedusaContainer,
  payment: PaymentRow
): Promise<OnchainDestination[]> {
  const { chain, network_id: networkId } = payment
  const { customerId } = await findRefundOwner(container, payment)
  const { destinations } = container.resolve("onchain").payouts
  const rows = await destinations.listFor({ chain, networkId }, "refund", customerId)
  const names = await loadDestinationNames(container, rows)
  return rows.map((row) => destinationToView(row, names))
}
