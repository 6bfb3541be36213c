import type { Network, Token } from "../contract/catalog"
import { readList } from "./pages"
import type { CatalogCalls } from "./resources/catalog"

/** Networks and tokens as the gateway last told them. */
export type CatalogSnapshot = {
  networks: Network[]
  tokens: Token[]
  /** Both lists were read to their end: what is in neither is not in the catalog. */
  isComplete: boolean
  fetchedAtMs: number
}

/** The gateway's catalog, asked for when needed and kept for a while. */
export type Catalog = {
  /** What is known, asked for again when it is too old. @throws GatewayError when nothing usable is known */
  get(): Promise<CatalogSnapshot>
  /** Asks the gateway now; callers at the same time share one request. @throws GatewayError */
  refresh(): Promise<CatalogSnapshot>
  /** Milliseconds since the catalog was read, or null if it never was. */
  ageMs(): number | null
}

export type CatalogOptions = {
  gateway: Pick<CatalogCalls, "listNetworks" | "listTokens">
  /** What is older is asked for again. @default 300_000 */
  maxAgeMs?: number
  /** Epoch milliseconds. @default Date.now */
  clock?: () => number
}

/**
 * Keeps the catalog of networks and tokens, which grows without notice and is never hardcoded.
 *
 * A refresh that fails falls back on what is known for at most ten times `maxAgeMs`: a shop whose
 * gateway hiccups can still show its rails, and opening an invoice would tell the truth anyway.
 *
 * @example
 * const catalog = createCatalog({ gateway })
 * const usdc = findToken((await catalog.get()).tokens, { chain: "evm", networkId: "base-mainnet", token: "USDC" })
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
