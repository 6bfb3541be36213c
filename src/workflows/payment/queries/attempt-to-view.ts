import { isPaidInPart, remainingOf } from "../../../domain/payment/partial-payment"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { isCurrent } from "../../../modules/onchain/payment/payment-row"
import type { OnchainPaymentAttempt } from "../../../types/http"
import type { RefundNames } from "../../refund/queries/refund-to-view"

/** Shows one attempt of a payment to an operator. Its state is its own, also once the payment is captured or held. */
export function attemptToView(row: PaymentRow, names: RefundNames): OnchainPaymentAttempt {
  const { chain, network_id, tx_hash, deposit_address } = row
  return {
    id: row.attempt_id,
    is_current: isCurrent(row),
    is_captured: row.attempt_id === row.captured_attempt_id,
    state: row.state === "captured" || row.state === "unallocated" ? "settled" : row.state,
    kind: row.kind,
    gateway_status: row.gateway_status,
    gateway_invoice_id: row.gateway_invoice_id,
    gateway_intent_id: row.gateway_intent_id,
    external_order_id: row.external_order_id,
    chain,
    network_id,
    network_name: names.networkName(chain, network_id),
    token: row.token,
    canonical_asset_id: row.canonical_asset_id,
    contract_address: row.contract_address,
    expected_amount: row.expected_amount,
    received_amount: row.received_amount,
    remaining_amount: remainingOf(row),
    is_paid_in_part: isPaidInPart(row),
    is_received_reported: row.received_amount !== null,
    shortfall_amount: row.shortfall_amount,
    implausible_amount: row.implausible_amount,
    rate: row.rate,
    rate_source: row.rate_source,
    rate_at: row.rate_at.toISOString(),
    deposit_address,
    memo: row.memo,
    address_refused_at: row.address_refused_at?.toISOString() ?? null,
    address_refusal: row.address_refusal,
    tx_hash,
    explorer: names.explorer({ networkId: network_id, txHash: tx_hash, address: deposit_address }),
    confirmations: row.confirmations,
    confirmations_required: row.confirmations_required,
    created_at: row.attempt_created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    next_check_at: row.next_check_at?.toISOString() ?? null,
    last_error: row.last_error,
  }
}
