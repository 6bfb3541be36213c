import type { OnchainPaymentView } from "../../types/http"

/**
 * Network names on the withdrawal screens of large exchanges (Binance, Bybit, Coinbase, Kraken, OKX), by network id of the
 * catalog, as of 2026-11-24. Most of them show the tag in brackets. Test networks are missing: exchanges do not serve
 * them.
 */
const EXCHANGE_NETWORKS: Readonly<Record<string, string>> = {
  "eth-mainnet": "Ethereum (ERC20)",
  "base-mainnet": "Base",
  "bnb-mainnet": "BNB Smart Chain (BEP20)",
  "polygon-mainnet": "Polygon POS",
  "arbitrum-mainnet": "Arbitrum One",
  "optimism-mainnet": "Optimism (OP Mainnet)",
  "avalanche-mainnet": "Avalanche C-Chain (AVAXC)",
  "sol-mainnet": "Solana",
  "stellar-mainnet": "Stellar Network (XLM)",
}

/** The payment's network as exchanges call it; null when unknown. */
export function exchangeNetwork(payment: OnchainPaymentView): string | null {
  const id = payment.network_id ?? ""
  return (Object.hasOwn(EXCHANGE_NETWORKS, id) && EXCHANGE_NETWORKS[id]) || null
}
