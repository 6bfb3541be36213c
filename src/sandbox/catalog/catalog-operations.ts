import type { Assumptions } from "../../gateway/assumptions"
import { toRecord, wrapList, type EndpointName } from "../../gateway/contract"
import type { Operation } from "../http/operation"
import type { Catalog } from "./catalog"

export const catalogOperations = {
  listNetworks: ({ world }) => ({ status: 200, body: networkList(world.catalog, world.assumptions) }),
  listSupportedNetworks: ({ world }) => ({
    status: 200,
    body: networkList(world.catalog, world.assumptions),
  }),
  listTokens: ({ world, query }) => ({
    status: 200,
    body: tokenList(world.catalog, query["networkId"], world.assumptions),
  }),
} satisfies Partial<Record<EndpointName, Operation>>

function networkList(catalog: Catalog, assumptions: Assumptions): unknown {
  const items = catalog.networks.map(({ chain, networkId, name, environment }) =>
    toRecord("network", { chain, networkId, name, environment }, assumptions)
  )
  return wrapList({ items, nextCursor: undefined }, "network", assumptions)
}

function tokenList(catalog: Catalog, networkId: string | undefined, assumptions: Assumptions): unknown {
  const chosen = catalog.tokens.filter((token) => networkId === undefined || token.networkId === networkId)
  const items = chosen.map(({ usdPrice: _, ...token }) => toRecord("token", token, assumptions))
  return wrapList({ items, nextCursor: undefined }, "token", assumptions)
}
