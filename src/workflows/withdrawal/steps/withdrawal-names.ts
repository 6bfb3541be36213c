import type { MedusaContainer } from "@medusajs/framework/types"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import type { OnchainWithdrawal } from "../../../types/http"
import { loadActorNames } from "../../deposit/steps/actor-names"
import { loadUnallocatedNames } from "../../unallocated-payment/steps/unallocated-names"

/** Names that the rows themselves do not have. */
export type WithdrawalNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  destinationLabel: (destinationId: string) => string
  /** Of a refund's payment. */
  orderOf: (paymentId: string | null) => { id: string; display_id: number | null } | null
}

/**
 * Loads the names that some withdrawals are shown with, each kind with one read.
 *
 * @param otherActors admins to be named beside those of the withdrawals
 */
export async function loadWithdrawalNames(
  container: MedusaContainer,
  rows: readonly WithdrawalRow[],
  otherActors: readonly (string | null)[] = []
): Promise<WithdrawalNames> {
  const onchain = container.resolve("onchain")
  const actors = rows.flatMap(({ requested_by, confirmed_by, approved_by }) => [
    requested_by,
    confirmed_by,
    approved_by,
  ])
  const [networkName, actorName, labels, orderOf] = await Promise.all([
    onchain.networkNames.load(),
    loadActorNames(container, [...actors, ...otherActors]),
    onchain.payouts.withdrawals.list.labelsOf(rows.map(({ destination_id }) => destination_id)),
    loadOrders(container, rows),
  ])
  return { networkName, actorName, orderOf, destinationLabel: (id) => labels.get(id) ?? id }
}

async function loadOrders(
  container: MedusaContainer,
  rows: readonly WithdrawalRow[]
): Promise<WithdrawalNames["orderOf"]> {
  const { list } = container.resolve("onchain").payouts.withdrawals
  const payments = await list.paymentsOf(rows.map(({ payment_id }) => payment_id))
  const names = await loadUnallocatedNames(container, payments)
  const orders = new Map<string, NonNullable<OnchainWithdrawal["refund"]>["order"]>(
    payments.map((payment) => [
      payment.id,
      (payment.state === "captured" ? names.appliedTo(payment) : null) ?? names.meantFor(payment),
    ])
  )
  return (paymentId) => (paymentId === null ? null : (orders.get(paymentId) ?? null))
}
