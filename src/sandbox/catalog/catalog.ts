import type { Environment } from "../credentials"
import { networks, type CatalogNetwork } from "./networks"
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
 * A live business sees live networks only. A business in the sandbox sees all, so that mainnet rails can be tried.
 *
 * @param blockTimeMs the block time of every network, in place of its own
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

/** First block of a network after an instant; blocks lie on a grid that begins with the sandbox's clock. */
export function nextBlockAtMs(network: CatalogNetwork, startMs: number, nowMs: number): number {
  const blocksSoFar = Math.floor((nowMs - startMs) / network.blockTimeMs)
  return startMs + (blocksSoFar + 1) * network.blockTimeMs
}
