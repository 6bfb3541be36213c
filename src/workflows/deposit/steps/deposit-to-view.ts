import { isConfirmed, type DepositRow } from "../../../modules/onchain/deposit-row"
import type { OnchainDeposit } from "../../../types/http"

/** Names that the rows themselves do not have. */
export type DepositNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  customer: (customerId: string) => OnchainDeposit["customer"]
}

/** A deposit as the admin lists it. */
export function depositToView(row: DepositRow, names: DepositNames): OnchainDeposit {
  return {
    id: row.id,
    state: row.state,
    is_confirmed: isConfirmed(row),
    reported_state: row.reported_state,
    resolution_status: row.resolution_status,
    assignment_status: row.assignment_status,
    customer: row.customer_id === null ? null : names.customer(row.customer_id),
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    token: row.token,
    canonical_asset_id: row.canonical_asset_id,
    is_supported: row.is_supported,
    amount: row.amount,
    amount_raw: row.amount_raw,
    tx_hash: row.tx_hash,
    // A sender that no list has confirmed is not shown: somebody could take it for an address to pay to.
    from_address: isConfirmed(row) ? row.from_address : null,
    to_address: row.to_address,
    memo: row.memo,
    payment_id: row.payment_id,
    linked_by: row.linked_by,
    observed_at: row.observed_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    action: actionToView(row, names),
    last_error: row.last_error,
  }
}

function actionToView(
  { action, action_by, action_at, action_intent_id }: DepositRow,
  { actorName }: DepositNames
): OnchainDeposit["action"] {
  if (action === null || action_at === null) return null
  const at = action_at.toISOString()
  return { name: action, by: actorName(action_by), at, intent_id: action_intent_id }
}
