import type { EndpointName } from "../../gateway/contract"
import { listReply, type Operation } from "../http/operation"
import { assetKey, type CatalogNetwork, ELSEWHERE } from "./catalog"

/** A page of the catalog has all of it, unless a `limit` is sent. */
const listOf =
  (others: readonly CatalogNetwork[]): Operation =>
  (call) => {
    const rows = [...call.world.catalog.networks, ...others]
    return listReply(call, {
      kind: "network",
      rows,
      keyOf: ({ networkId }) => networkId,
      toContract: ({ chain, networkId, name, environment }) => ({ chain, networkId, name, environment }),
      defaultSize: rows.length,
    })
  }

export const catalogOperations = {
  listNetworks: listOf([]),
  listSupportedNetworks: listOf(ELSEWHERE.networks),
  listTokens: (call) => {
    const { networkId: wanted } = call.query
    // Without a network, only the tokens of active ones.
    const tokens = [...call.world.catalog.tokens, ...(wanted === undefined ? [] : ELSEWHERE.tokens)]
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
