import type { DestinationRow } from "../../../modules/onchain/destination-row"
import type { OnchainDestination } from "../../../types/http"

/** Names that the rows themselves do not have, and when each was last paid to. */
export type DestinationNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  customer: (customerId: string) => OnchainDestination["customer"]
  lastUsed: ReadonlyMap<string, Date>
}

/** A destination as the admin lists it. */
export function destinationToView(row: DestinationRow, names: DestinationNames): OnchainDestination {
  return {
    id: row.id,
    label: row.label,
    state: row.state,
    purpose: row.purpose,
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    address: row.address,
    memo: row.memo === "" ? null : row.memo,
    checksum: row.checksum,
    is_observed_sender: row.is_observed_sender,
    customer: row.customer_id === null ? null : names.customer(row.customer_id),
    created_by: names.actorName(row.created_by),
    created_at: row.created_at.toISOString(),
    approved_by: names.actorName(row.approved_by),
    approved_at: row.approved_at?.toISOString() ?? null,
    last_used_at: names.lastUsed.get(row.id)?.toISOString() ?? null,
  }
}
