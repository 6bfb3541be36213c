/** How a network makes a payment final: block after block, or with one closed ledger. */
export type Finality = { kind: "blocks"; requiredConfirmations: number } | { kind: "ledger" }

export type CatalogNetwork = {
  chain: string
  networkId: string
  name: string
  environment: "live" | "sandbox"
  blockTimeMs: number
  finality: Finality
}

const EVM: Finality = { kind: "blocks", requiredConfirmations: 3 }
const SOLANA: Finality = { kind: "blocks", requiredConfirmations: 2 }
const NOVA: Finality = { kind: "blocks", requiredConfirmations: 2 }
const STELLAR: Finality = { kind: "ledger" }

/**
 * The networks the document names, and one it does not: the catalog grows without notice, so a
 * client has to live with a chain it has never heard of.
 *
 * @see service-interface "Rail identification"; block times and confirmations are the sandbox's own
 */
export const networks: readonly CatalogNetwork[] = [
  network("evm", "base-mainnet", "Base", "live", 2_000, EVM),
  network("evm", "bnb-mainnet", "BNB Smart Chain", "live", 3_000, EVM),
  network("evm", "eth-mainnet", "Ethereum", "live", 12_000, EVM),
  network("sol", "sol-mainnet", "Solana", "live", 400, SOLANA),
  network("stellar", "stellar-mainnet", "Stellar", "live", 5_000, STELLAR),
  network("evm", "base-sepolia", "Base Sepolia", "sandbox", 2_000, EVM),
  network("evm", "eth-sepolia", "Ethereum Sepolia", "sandbox", 12_000, EVM),
  network("sol", "sol-devnet", "Solana Devnet", "sandbox", 400, SOLANA),
  network("nova", "nova-mainnet", "Nova", "sandbox", 1_000, NOVA),
]

function network(
  chain: string,
  networkId: string,
  name: string,
  environment: CatalogNetwork["environment"],
  blockTimeMs: number,
  finality: Finality
): CatalogNetwork {
  return { chain, networkId, name, environment, blockTimeMs, finality }
}
