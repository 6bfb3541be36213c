import { toRecord, type EndpointName } from "../../gateway/contract"
import { listReply } from "../http/list-reply"
import type { Call, Operation } from "../http/operation"
import type { Reply } from "../http/reply"
import { assetKey } from "./tokens"

export const catalogOperations = {
  listNetworks,
  listSupportedNetworks: listNetworks,
  listTokens: (call) => {
    const { catalog, assumptions } = call.world
    const { networkId: wanted } = call.query
    return listReply(call, {
      kind: "token",
      rows: catalog.tokens,
      keyOf: assetKey,
      isWanted: ({ networkId }) => wanted === undefined || networkId === wanted,
      toWire: ({ usdPrice: _, ...token }) => toRecord("token", token, assumptions),
      defaultSize: catalog.tokens.length,
    })
  },
} satisfies Partial<Record<EndpointName, Operation>>

/** A page of the catalog has all of it, unless a `limit` is sent. */
function listNetworks(call: Call): Reply {
  const { catalog, assumptions } = call.world
  return listReply(call, {
    kind: "network",
    rows: catalog.networks,
    keyOf: ({ networkId }) => networkId,
    toWire: ({ chain, networkId, name, environment }) =>
      toRecord("network", { chain, networkId, name, environment }, assumptions),
    defaultSize: catalog.networks.length,
  })
}
