import type { Resolved } from "../../../domain/payment-choices"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { UnallocatedNames } from "./unallocated-to-view"

/** What was decided about a payment, with the names a person knows. */
export function toResolved(
  row: PaymentRow,
  names: Pick<UnallocatedNames, "actorName" | "appliedTo">
): Resolved {
  const order = names.appliedTo(row)
  return {
    state: row.state,
    resolution: row.resolution,
    by: names.actorName(row.resolved_by),
    at: row.resolved_at,
    order: order === null ? null : order.display_id === null ? order.id : `#${order.display_id}`,
  }
}
