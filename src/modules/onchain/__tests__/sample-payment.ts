import type { PaymentRow } from "../payment-row"

const NOW = new Date("2026-01-02T03:04:05.000Z")

/** A row that awaits 12.5 USDC, with what differs. */
export function samplePayment(change: Partial<PaymentRow> = {}): PaymentRow {
  return {
    id: "ocpay_1",
    session_id: "payses_1",
    state: "awaiting",
    idempotency_key: "invoice_ocpay_1",
    gateway_invoice_id: "inv_1",
    gateway_status: "pending",
    rail_id: "evm:base-mainnet:USDC",
    chain: "evm",
    network_id: "base-mainnet",
    network_name: "Base",
    token: "USDC",
    decimals: 6,
    canonical_asset_id: null,
    contract_address: "0xcontract",
    expected_amount: "12.5",
    received_amount: null,
    fiat_amount: "12.5",
    currency_code: "usd",
    rate: "1",
    rate_source: "fixed",
    rate_at: NOW,
    deposit_address: "0xdeposit",
    memo: null,
    receive_mode: null,
    confirmations: null,
    confirmations_required: null,
    tx_hash: null,
    expires_at: null,
    checked_at: NOW,
    settled_at: null,
    captured_at: null,
    order_placed_at: null,
    abandoned_at: null,
    unallocated_reason: null,
    announced_at: null,
    last_error: null,
    created_at: NOW,
    updated_at: NOW,
    deleted_at: null,
    ...change,
  }
}
