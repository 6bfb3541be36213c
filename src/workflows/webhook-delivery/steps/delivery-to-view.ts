import type { DeliveryRow } from "../../../modules/onchain/delivery-list"
import type { OnchainDelivery } from "../../../types/http"

/** A delivery as the admin sees it. A next attempt is only told while there will be one. */
export function deliveryToView(row: DeliveryRow): OnchainDelivery {
  const { id, event, resource_id, state, attempts, last_error } = row
  return {
    id,
    event,
    resource_id,
    state,
    attempts,
    last_error,
    received_at: row.received_at.toISOString(),
    next_attempt_at: state === "received" ? row.next_attempt_at.toISOString() : null,
    processed_at: row.processed_at?.toISOString() ?? null,
  }
}
