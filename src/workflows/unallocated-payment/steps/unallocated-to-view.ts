import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { contradictionToView } from "../../order/steps/order-payment-to-view"
import type { OnchainUnallocatedPayment } from "../../../types/http"

/** Names that payments are shown with. */
export type UnallocatedNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  customer: (customerId: string) => OnchainUnallocatedPayment["customer"]
  meantFor: (payment: PaymentRow) => OnchainUnallocatedPayment["order"]
  appliedTo: (payment: PaymentRow) => OnchainUnallocatedPayment["order"]
  /** Our clock, epoch milliseconds. */
  nowMs: number
}

/** Money that had no order to go to, as the admin lists it. */
export function unallocatedToView(row: PaymentRow, names: UnallocatedNames): OnchainUnallocatedPayment {
  return {
    id: row.id,
    session_id: row.session_id,
    reason: row.unallocated_reason ?? "unknown",
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    token: row.token,
    expected_amount: row.expected_amount,
    received_amount: row.received_amount,
    implausible_amount: row.implausible_amount,
    contradiction: contradictionToView(row, names),
    fiat_amount: row.fiat_amount,
    currency_code: row.currency_code,
    tx_hash: row.tx_hash,
    customer: row.customer_id === null ? null : names.customer(row.customer_id),
    order: names.meantFor(row),
    settled_at: (row.settled_at ?? row.updated_at).toISOString(),
    hold_until: row.part_hold_until?.toISOString() ?? null,
    is_due_back: isDueBack(row, names),
    resolution: resolutionToView(row, names),
    last_error: row.last_error,
  }
}

/** Nobody has decided, and no order is there, or is held, that it could pay. */
function isDueBack(row: PaymentRow, { meantFor, nowMs }: UnallocatedNames): boolean {
  if (row.state !== "unallocated" || row.resolution !== null) return false
  if (row.order_closed_at !== null || meantFor(row) === null) return true
  return row.part_hold_until !== null && row.part_hold_until.getTime() <= nowMs
}

function resolutionToView(row: PaymentRow, names: UnallocatedNames): OnchainUnallocatedPayment["resolution"] {
  if (row.resolution === null) return null
  return {
    name: row.resolution,
    by: names.actorName(row.resolved_by),
    at: (row.resolved_at ?? row.updated_at).toISOString(),
    note: row.resolution_note,
    is_done: row.resolution !== "apply" || row.state === "captured",
    order: names.appliedTo(row),
  }
}
