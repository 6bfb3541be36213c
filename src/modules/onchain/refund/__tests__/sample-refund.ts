import type { RefundRow } from "../refund-ledger"

const NOW = new Date("2026-01-02T03:04:05.000Z")

/** A refund of an order over 5.00 that is due, with what differs. */
export function sampleRefund(change: Partial<RefundRow> = {}): RefundRow {
  return {
    id: "ref_1",
    environment: "sandbox",
    business_id: "biz_1",
    payment_id: "ocpay_1",
    attempt_id: null,
    session_id: "payses_1",
    kind: "order",
    state: "due",
    fiat_amount: "5.00",
    currency_code: "usd",
    token_amount: null,
    chain: "evm",
    network_id: "base-mainnet",
    token: "USDC",
    canonical_asset_id: null,
    withdrawal_id: null,
    destination_id: null,
    share_amount: null,
    rate_basis: null,
    rate: null,
    rate_source: null,
    rate_at: null,
    done_at: null,
    settled_by: null,
    settled_note: null,
    settled_tx_hash: null,
    last_error: null,
    created_at: NOW,
    updated_at: NOW,
    deleted_at: null,
    ...change,
  }
}
