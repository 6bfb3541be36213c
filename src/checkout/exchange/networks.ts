import type { OnchainPaymentView } from "../../types/http"

/**
 * Networks as large exchanges (Binance, Bybit, Coinbase, Kraken, OKX) name them where a withdrawal is made, by the
 * catalog's network ids, as of 2026-11-24. The tag in brackets is what most of them show. Nobody can withdraw to a test
 * network.
 */
export const EXCHANGE_NETWORKS: Readonly<Record<string, string>> = {
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

/** The name of the payment's network on an exchange; null where it is not known. */
export function exchangeNetwork(payment: OnchainPaymentView): string | null {
  const id = payment.network_id ?? ""
  return (Object.hasOwn(EXCHANGE_NETWORKS, id) && EXCHANGE_NETWORKS[id]) || null
}
