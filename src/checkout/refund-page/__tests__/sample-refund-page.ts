import type { OnchainRefundPage } from "../../../types/http"

export const SAMPLE_REFUND_PAGE: OnchainRefundPage = {
  shop: { name: "On-chain Demo", logo_url: null, accent_color: null },
  ...{ environment: "live", order_display_id: 1024, fiat_amount: "12", currency_code: "usd" },
  ...{ token_amount: "12", token: "USDC", chain: "evm", network_id: "base-mainnet", network_name: "Base" },
  ...{ has_memos: false, state: "open", can_propose: true, is_sending: false },
  ...{ expires_at: "2026-12-10T09:00:00Z", proposal: null, tx_hash: null, tx_url: null },
}
