import type { EndpointName } from "../../gateway/contract"
import { listReply } from "../http/list-reply"
import type { Operation } from "../http/operation"
import { assetKey } from "./catalog"

/** A page of the catalog has all of it, unless a `limit` is sent. */
const listNetworks: Operation = (call) => {
  const { networks } = call.world.catalog
  return listReply(call, {
    kind: "network",
    rows: networks,
    keyOf: ({ networkId }) => networkId,
    toContract: ({ chain, networkId, name, environment }) => ({ chain, networkId, name, environment }),
    defaultSize: networks.length,
  })
}

export const catalogOperations = {
  listNetworks,
  listSupportedNetworks: listNetworks,
  listTokens: (call) => {
    const { tokens } = call.world.catalog
    const { networkId: wanted } = call.query
    return listReply(call, {
      kind: "token",
      rows: tokens,
      keyOf: assetKey,
      isWanted: ({ networkId }) => wanted === undefined || networkId === wanted,
      toContract: ({ usdPrice: _, ...token }) => token,
      defaultSize: tokens.length,
    })
  },
} satisfies Partial<Record<EndpointName, Operation>>
