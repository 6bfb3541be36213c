import { networks, type CatalogNetwork } from "./networks"
import { tokens, type CatalogToken } from "./tokens"

export type Catalog = {
  networks: readonly CatalogNetwork[]
  tokens: readonly CatalogToken[]
  findNetwork(chain: string, networkId: string): CatalogNetwork | undefined
  findToken(networkId: string, token: string): CatalogToken | undefined
  findAsset(networkId: string, canonicalAssetId: string): CatalogToken | undefined
}

/**
 * @param blockTimeMs the block time of every network, in place of its own
 * @throws RangeError
 */
export function createCatalog(blockTimeMs?: number): Catalog {
  if (blockTimeMs !== undefined && !(Number.isInteger(blockTimeMs) && blockTimeMs > 0)) {
    throw new RangeError(`blockTimeMs: expected a whole number of milliseconds from 1, found ${blockTimeMs}`)
  }
  const adjusted =
    blockTimeMs === undefined ? networks : networks.map((network) => ({ ...network, blockTimeMs }))
  return {
    networks: adjusted,
    tokens,
    findNetwork: (chain, networkId) =>
      adjusted.find((network) => network.chain === chain && network.networkId === networkId),
    findToken: (networkId, token) =>
      tokens.find((entry) => entry.networkId === networkId && entry.token === token),
    findAsset: (networkId, canonicalAssetId) =>
      tokens.find((entry) => entry.networkId === networkId && entry.canonicalAssetId === canonicalAssetId),
  }
}

/** First block of a network after an instant; blocks lie on a grid that begins with the sandbox's clock. */
export function nextBlockAtMs(network: CatalogNetwork, startMs: number, nowMs: number): number {
  const blocksSoFar = Math.floor((nowMs - startMs) / network.blockTimeMs)
  return startMs + (blocksSoFar + 1) * network.blockTimeMs
}
