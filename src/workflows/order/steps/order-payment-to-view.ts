import { isPaidInPart, remainingOf } from "../../../domain/partial-payment"
import type { TimelineEvent } from "../../../domain/order-timeline"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { OnchainContradiction, OnchainOrderPayment } from "../../../types/http"
import type { RefundNames } from "../../refund/steps/refund-to-view"

/** A payment as it is shown beside its order. */
export function orderPaymentToView(
  row: PaymentRow,
  timeline: readonly TimelineEvent[],
  names: Pick<RefundNames, "networkName" | "actorName">
): OnchainOrderPayment {
  return {
    id: row.id,
    session_id: row.session_id,
    state: row.state,
    kind: row.kind,
    gateway_status: row.gateway_status,
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    token: row.token,
    expected_amount: row.expected_amount,
    received_amount: row.received_amount,
    remaining_amount: remainingOf(row),
    is_paid_in_part: isPaidInPart(row),
    hold_until: row.order_closed_at === null ? (row.part_hold_until?.toISOString() ?? null) : null,
    is_received_reported: row.received_amount !== null,
    shortfall_amount: row.shortfall_amount,
    implausible_amount: row.implausible_amount,
    contradiction: contradictionToView(row, names),
    fiat_amount: row.fiat_amount,
    currency_code: row.currency_code,
    rate: row.rate,
    rate_source: row.rate_source,
    rate_at: row.rate_at.toISOString(),
    deposit_address: row.deposit_address,
    memo: row.memo,
    address_refused_at: row.address_refused_at?.toISOString() ?? null,
    address_refusal: row.address_refusal,
    tx_hash: row.tx_hash,
    confirmations: row.confirmations,
    confirmations_required: row.confirmations_required,
    unallocated_reason: row.unallocated_reason,
    list_incomplete_since:
      row.captured_at === null ? (row.list_incomplete_since?.toISOString() ?? null) : null,
    timeline: timeline.map(({ at, by, ...what }) => ({
      ...what,
      at: at.toISOString(),
      by: names.actorName(by),
    })),
  }
}

/** What speaks against the money of a payment, until the invoice stands again. */
export function contradictionToView(
  {
    contradiction,
    contradicted_at: at,
    contradiction_ended_at: endedAt,
    contradiction_ended_by: by,
  }: PaymentRow,
  { actorName }: Pick<RefundNames, "actorName">
): OnchainContradiction | null {
  if (contradiction === null || at === null) return null
  return {
    status: contradiction,
    at: at.toISOString(),
    reviewed: endedAt === null ? null : { at: endedAt.toISOString(), by: actorName(by) },
  }
}
