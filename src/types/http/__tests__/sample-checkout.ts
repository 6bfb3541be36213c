import { createHash } from "node:crypto"
import type { OnchainCheckout, OnchainPaymentView } from "../../http"

export const NOW = "2026-11-24T12:00:00.000Z"

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const USDC_ON_BASE = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"

/** A payment awaiting 17 USDC on Base, with overrides. */
export function samplePayment(change: Partial<OnchainPaymentView> = {}): OnchainPaymentView {
  return {
    session_id: "payses_01K9SAMPLE",
    status: "awaiting_payment",
    kind: "invoice",
    rail: "evm:base-mainnet:USDC",
    chain: "evm",
    network_id: "base-mainnet",
    network_name: "Base",
    token: "USDC",
    decimals: 6,
    canonical_asset_id: null,
    contract_address: USDC_ON_BASE,
    amount: "17",
    received_amount: null,
    remaining_amount: "17",
    overpaid_amount: null,
    order_outstanding: null,
    deposit_address: ADDRESS,
    memo: null,
    confirmations: null,
    confirmations_required: null,
    tx_hash: null,
    claimed_tx_hash: null,
    expires_at: "2026-11-24T12:14:59.000Z",
    paid_at: null,
    rate: { price: "1", source: "fixed", at: "2026-11-24T11:59:30.000Z" },
    explorer: { tx_url: null, address_url: null },
    can_choose: true,
    can_sign: false,
    is_signed: false,
    has_seen_payment: false,
    review_reason: null,
    transactions: [],
    fiat_amount: "17",
    currency_code: "usd",
    environment: "live",
    ...change,
  }
}

export function sampleCheckout(change: Partial<OnchainPaymentView> = {}): OnchainCheckout {
  const payment = samplePayment(change)
  return {
    payment,
    shop: {
      name: "Nordic Coffee",
      logo_url: null,
      accent_color: null,
      support: { email: "help@nordic.example", url: null },
    },
    order: { display_id: 1042 },
    return_url: "https://shop.example/order/1042",
    server_time: NOW,
    version: createHash("sha256").update(JSON.stringify(payment)).digest("hex").slice(0, 16),
  }
}
