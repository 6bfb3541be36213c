/** The service's purpose, and what holds for all of it. */
export const serviceItems = {
  "rule:service.json": "request and answer bodies are JSON",
  "rule:service.invoice-decides":
    "the invoice's state decides about an order; balances and transactions do not",
  "rule:service.rail-everywhere":
    "invoices, payout legs, withdrawals, balances and transactions name their chain, network and token",
  "rule:service.environments":
    "a business is live or sandbox; keys of one open nothing in the other, secrets and URLs differ",
  "rule:service.chains": "the three rails evm, sol and stellar are served",
  "rule:service.catalog-discovered": "networks and tokens come from the catalog and are never hard-coded",
} as const

/** How a network and an asset are named. */
export const railItems = {
  "rule:rail.network": "the chain alone does not identify an evm network; the network id does",
  "rule:rail.label": "on Stellar the symbol is a label, and the canonical id names the asset",
  "network:base-mainnet": "Base, evm, live: ETH, USDC",
  "network:bnb-mainnet": "BNB Smart Chain, evm, live: BNB, USDT, USDC",
  "network:eth-mainnet": "Ethereum, evm, live: ETH, USDC, USDT",
  "network:sol-mainnet": "Solana, sol, live: SOL, USDC",
  "network:stellar-mainnet": "Stellar, stellar, live: XLM, USDC, USDT",
  "network:base-sepolia": "Base Sepolia, evm, test network",
  "network:eth-sepolia": "Ethereum Sepolia, evm, test network",
  "network:sol-devnet": "Solana Devnet, sol, test network",
  "rule:match.exact": "an asset matches when chain, network id and token are all equal",
  "rule:match.canonical": "an issued Stellar asset is matched by stellar:<code>:<issuer>",
  "rule:match.native": "native XLM is stellar:XLM:native",
  "rule:match.registered": "a Stellar asset outside the catalog never settles anything",
  "rule:match.wrong-asset": "money in another asset is not a payment",
  "rule:match.wrong-network": "money on another network is not a payment",
  "rule:match.wrong-issuer": "the same code of another issuer is not a payment",
  "rule:match.symbol-only": "an equal symbol proves nothing where an asset has a canonical id",
  "rule:match.settled-stands":
    "only the invoice's own status makes a payment valid; a wrong one beside it changes nothing",
  "rule:match.solana": "Solana deposits carry the mint and sol:<token>:<mint>",
} as const
