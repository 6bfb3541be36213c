import type { MedusaContainer } from "@medusajs/framework/types"
import { explorerLinks, type ExplorerLinks, type ExplorerQuestion } from "../../../domain/payment/explorer"
import { waitOf } from "../../../domain/payout/withdrawal-check-schedule"
import { isExpired } from "../../../domain/payout/withdrawal-standing"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-row"
import type { OnchainWithdrawal, OnchainWithdrawalQuote } from "../../../types/http"
import { loadUnallocatedNames } from "../../payment/queries/view-unallocated-payments"
import { loadActorNames } from "../../person-names"

const SOURCES = ["service", "transaction", "event"] as const

/** Until it is sent, fee and net are those of the quote. */
export function withdrawalToView(row: WithdrawalRow, names: WithdrawalNames): OnchainWithdrawal {
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    gateway_status: row.gateway_status,
    status_source: SOURCES.find((source) => source === row.status_source) ?? null,
    waits_for: waitOf(row),
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    token: row.token,
    canonical_asset_id: row.canonical_asset_id,
    amount: row.amount,
    fee: row.fee ?? row.quote_fee,
    net_amount: row.net_amount ?? row.quote_net,
    destination: {
      id: row.destination_id,
      label: names.destinationLabel(row.destination_id),
      address: row.destination_address,
      memo: row.destination_memo === "" ? null : row.destination_memo,
    },
    refund: row.refund_id === null ? null : { id: row.refund_id, order: names.orderOf(row.payment_id) },
    requested_by: names.actorName(row.requested_by),
    confirmed_by: names.actorName(row.confirmed_by),
    approved_by: names.actorName(row.approved_by),
    created_at: row.created_at.toISOString(),
    sent_at: row.first_sent_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    tx_hash: row.tx_hash,
    explorer: names.explorer({
      ...{ networkId: row.network_id, txHash: row.tx_hash, address: row.destination_address },
    }),
    last_error: row.last_error,
  }
}

export function quoteToView(row: WithdrawalRow, now: Date): OnchainWithdrawalQuote | null {
  if (row.quote_id === null || row.quoted_at === null) return null
  return {
    id: row.quote_id,
    fee: row.quote_fee,
    net_amount: row.quote_net,
    expires_at: row.quote_expires_at?.toISOString() ?? null,
    is_expired: isExpired(row, now),
    quoted_at: row.quoted_at.toISOString(),
  }
}

export type WithdrawalNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  destinationLabel: (destinationId: string) => string
  explorer: (asked: ExplorerQuestion) => ExplorerLinks
  /** Of a refund's payment. */
  orderOf: (paymentId: string | null) => { id: string; display_id: number | null } | null
}

/** One read per kind of name. @param otherActors admins to be named beside those of the withdrawals */
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
  const explorer = (asked: ExplorerQuestion) => explorerLinks(onchain.options, asked)
  return { networkName, actorName, orderOf, explorer, destinationLabel: (id) => labels.get(id) ?? id }
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
