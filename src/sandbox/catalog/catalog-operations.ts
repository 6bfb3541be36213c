import type { EndpointName } from "../../gateway/contract"
import type { Operation } from "../http/operation"
import { networkList, tokenList } from "./catalog-view"

/** The endpoints of the catalog. */
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
