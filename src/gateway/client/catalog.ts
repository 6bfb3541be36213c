import { parseNetwork, parseToken, type Network, type Token } from "../contract/catalog"
import type { Connection } from "./connection"
import { readList, type Listing } from "./pages"

export type CatalogSnapshot = {
  networks: Network[]
  tokens: Token[]
  /** Both lists were read to their end: whatever they lack is not in the catalog. */
  isComplete: boolean
  fetchedAtMs: number
}

export type Catalog = {
  /** Returns the known catalog, refreshed when too old. @throws GatewayError when nothing usable is known */
  get(): Promise<CatalogSnapshot>
  /** Fetches now; concurrent callers share one request. @throws GatewayError */
  refresh(): Promise<CatalogSnapshot>
  /** Milliseconds since the last fetch, or null without one. */
  ageMs(): number | null
}

export type CatalogOptions = {
  gateway: Pick<CatalogCalls, "listNetworks" | "listTokens">
  /** An older snapshot is refreshed. @default 300_000 */
  maxAgeMs?: number
  /** Epoch milliseconds. @default Date.now */
  clock?: () => number
}

/**
 * Caches the catalog, which grows without notice and is never hardcoded.
 *
 * When a refresh fails, the last snapshot serves for up to ten times `maxAgeMs`: a shop can still show its
 * rails through a short outage, and opening an invoice checks them anyway.
 *
 * @example
 * const catalog = createCatalog({ gateway })
 * const usdc = findToken((await catalog.get()).tokens, { chain: "evm", networkId: "base-mainnet", token:
 * "USDC" })
 */
export function createCatalog({ gateway, maxAgeMs = 300_000, clock = Date.now }: CatalogOptions): Catalog {
  let snapshot: CatalogSnapshot | undefined
  let refreshing: Promise<CatalogSnapshot> | undefined

  const isUpTo = (known: CatalogSnapshot, ageMs: number) => clock() - known.fetchedAtMs <= ageMs

  async function fetchSnapshot(): Promise<CatalogSnapshot> {
    const [networks, tokens] = await Promise.all([
      readList(gateway.listNetworks()),
      readList(gateway.listTokens()),
    ])
    return (snapshot = {
      networks: networks.isComplete ? networks.rows : networks.rowsSoFar,
      tokens: tokens.isComplete ? tokens.rows : tokens.rowsSoFar,
      isComplete: networks.isComplete && tokens.isComplete,
      fetchedAtMs: clock(),
    })
  }

  function refresh(): Promise<CatalogSnapshot> {
    refreshing ??= fetchSnapshot().finally(() => (refreshing = undefined))
    return refreshing
  }

  return {
    refresh,
    ageMs: () => (snapshot ? clock() - snapshot.fetchedAtMs : null),
    get: async () => {
      const known = snapshot
      if (known && isUpTo(known, maxAgeMs)) return known
      try {
        return await refresh()
      } catch (error) {
        if (known && isUpTo(known, maxAgeMs * 10)) return known
        throw error
      }
    },
  }
}

/** Networks and tokens that can be paid with. */
export type CatalogCalls = {
  listNetworks(): Listing<Network>
  /** Lists the publicly supported networks. */
  listSupportedNetworks(): Listing<Network>
  listTokens(filter?: { networkId?: string }): Listing<Token>
}

export function catalogCalls({ walk }: Connection): CatalogCalls {
  return {
    listNetworks: () => walk("listNetworks", parseNetwork),
    listSupportedNetworks: () => walk("listSupportedNetworks", parseNetwork),
    listTokens: ({ networkId } = {}) => walk("listTokens", parseToken, { networkId }),
  }
}
