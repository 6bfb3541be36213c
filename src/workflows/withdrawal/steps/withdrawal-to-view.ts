import { waitOf } from "../../../domain/withdrawal-wait"
import type { Assumptions } from "../../../gateway/assumptions"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import type { OnchainWithdrawal, OnchainWithdrawalQuote } from "../../../types/http"
import type { WithdrawalNames } from "./withdrawal-names"
import { isExpired } from "./withdrawal-options"

/** A withdrawal as the admin lists it. Until it is sent, fee and net are those of the quote. */
export function withdrawalToView(
  row: WithdrawalRow,
  names: WithdrawalNames,
  assumptions: Assumptions
): OnchainWithdrawal {
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    gateway_status: row.gateway_status,
    waits_for: waitOf(row, assumptions),
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
    last_error: row.last_error,
  }
}

/** The quote that a person confirms by its id; null when there is none. */
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
