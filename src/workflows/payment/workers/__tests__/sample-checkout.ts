import type { OnchainCheckout } from "../../../../types/http"

/** A checkout that awaits 17 USDC on Base, at a version. */
export function sampleCheckout(
  version: string,
  payment: Partial<OnchainCheckout["payment"]> = {}
): OnchainCheckout {
  return {
    version,
    server_time: "2026-11-24T12:00:00.000Z",
    return_url: null,
    order: { display_id: 7 },
    shop: { name: null, logo_url: null, accent_color: null, support: { email: null, url: null } },
    payment: {
      session_id: "payses_1",
      status: "awaiting_payment",
      kind: "invoice",
      rail: "evm:base-mainnet:USDC",
      chain: "evm",
      network_id: "base-mainnet",
      network_name: "Base",
      token: "USDC",
      decimals: 6,
      canonical_asset_id: null,
      contract_address: null,
      amount: "17",
      received_amount: null,
      remaining_amount: "17",
      overpaid_amount: null,
      order_outstanding: null,
      deposit_address: "0x52908400098527886E0F7030069857D2E4169EE7",
      memo: null,
      confirmations: null,
      confirmations_required: null,
      tx_hash: null,
      claimed_tx_hash: null,
      expires_at: null,
      paid_at: null,
      rate: { price: "1", source: "fixed", at: "2026-11-24T12:00:00.000Z" },
      explorer: { tx_url: null, address_url: null },
      can_choose: true,
      has_seen_payment: false,
      review_reason: null,
      fiat_amount: "17",
      currency_code: "usd",
      environment: "sandbox",
      ...payment,
    },
  }
}
