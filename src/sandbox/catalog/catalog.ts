import type { Environment } from "../credentials"
import { assetKey, tokens, type CatalogToken } from "./tokens"

export type Catalog = {
  networks: readonly CatalogNetwork[]
  tokens: readonly CatalogToken[]
  findNetwork(chain: string, networkId: string): CatalogNetwork | undefined
  findToken(networkId: string, token: string): CatalogToken | undefined
  findAsset(networkId: string, canonicalAssetId: string): CatalogToken | undefined
  /** @param key see {@link assetKey} */
  findByKey(key: string): CatalogToken | undefined
}

const byKey = new Map(tokens.map((token) => [assetKey(token), token]))

/**
 * Live businesses see live networks only; sandbox businesses see all, to try mainnet rails.
 *
 * @param blockTimeMs overrides the block time of every network
 * @throws RangeError
 */
export function createCatalog(blockTimeMs?: number, environment: Environment = "sandbox"): Catalog {
  if (blockTimeMs !== undefined && !(Number.isInteger(blockTimeMs) && blockTimeMs > 0)) {
    throw new RangeError(`blockTimeMs: expected a whole number of milliseconds from 1, found ${blockTimeMs}`)
  }
  const served = networks.filter((network) => environment === "sandbox" || network.environment === "live")
  const adjusted = blockTimeMs === undefined ? served : served.map((network) => ({ ...network, blockTimeMs }))
  const isServed = ({ networkId }: CatalogToken) => served.some((network) => network.networkId === networkId)
  const servedTokens = tokens.filter(isServed)
  return {
    networks: adjusted,
    tokens: servedTokens,
    findNetwork: (chain, networkId) =>
      adjusted.find((network) => network.chain === chain && network.networkId === networkId),
    findToken: (networkId, token) =>
      servedTokens.find((entry) => entry.networkId === networkId && entry.token === token),
    findAsset: (networkId, canonicalAssetId) =>
      servedTokens.find(
        (entry) => entry.networkId === networkId && entry.canonicalAssetId === canonicalAssetId
      ),
    findByKey: (key) => byKey.get(key),
  }
}

/** The next block of a network. Blocks lie on a grid from the start of the sandbox's clock. */
export function nextBlockAtMs(network: CatalogNetwork, startMs: number, nowMs: number): number {
  const blocksSoFar = Math.floor((nowMs - startMs) / network.blockTimeMs)
  return startMs + (blocksSoFar + 1) * network.blockTimeMs
}

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
 * The documented networks and one unknown chain, because the catalog grows without notice. Block times and
 * confirmations are the sandbox's own.
 *
 * @see service-interface "Rail identification"
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
