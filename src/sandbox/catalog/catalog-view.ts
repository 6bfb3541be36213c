import type { Assumptions } from "../../gateway/assumptions"
import { networkToRecord, tokenToRecord, wrapList } from "../../gateway/contract"
import type { Catalog } from "./catalog"

/** The list of networks as the service writes it. */
export function networkList(catalog: Catalog, assumptions: Assumptions): unknown {
  const items = catalog.networks.map(({ chain, networkId, name, environment }) =>
    networkToRecord({ chain, networkId, name, environment }, assumptions)
  )
  return wrapList({ items, nextCursor: undefined }, assumptions)
}

/** The list of tokens as the service writes it; a network the catalog does not have has none. */
export function tokenList(
  catalog: Catalog,
  networkId: string | undefined,
  assumptions: Assumptions
): unknown {
  const chosen = catalog.tokens.filter((token) => networkId === undefined || token.networkId === networkId)
  const items = chosen.map(({ usdPrice: _, ...token }) => tokenToRecord(token, assumptions))
  return wrapList({ items, nextCursor: undefined }, assumptions)
}
