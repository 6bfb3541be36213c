import type { OnchainPayerStatus, OnchainPaymentView } from "../../../types/http"
import { renderPaymentPage } from "../payment-page"

/** A payment that waits for 12.5 USDC, with what differs. */
export function sampleView(change: Partial<OnchainPaymentView> = {}): OnchainPaymentView {
  return {
    session_id: "payses_1",
    status: "awaiting_payment",
    kind: "invoice",
    chain: "evm",
    network_id: "base-mainnet",
    network_name: "Base",
    token: "USDC",
    canonical_asset_id: null,
    contract_address: null,
    amount: "12.5",
    received_amount: null,
    remaining_amount: "12.5",
    order_outstanding: null,
    deposit_address: "0xdeposit",
    memo: null,
    confirmations: null,
    confirmations_required: null,
    tx_hash: null,
    expires_at: null,
    fiat_amount: "12.50",
    currency_code: "usd",
    environment: "live",
    ...change,
  }
}

/** The page of such a payment. */
export const pageOf = (change: Partial<OnchainPaymentView> = {}): string =>
  renderPaymentPage({ view: sampleView(change), nonce: "n0nce", statusPath: "/onchain/pay/t0ken/status" })

export const STATUSES = [
  "preparing",
  "awaiting_payment",
  "partially_paid",
  "confirming",
  "paid",
  "expired",
  "failed",
  "cancelled",
  "superseded",
  "address_unavailable",
  "needs_review",
  "order_paid_in_part",
] as const satisfies readonly OnchainPayerStatus[]
