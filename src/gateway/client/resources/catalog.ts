import { parseNetwork, parseToken, type Network, type Token } from "../../contract/catalog"
import type { Connection } from "../connection"

/** What can be paid with. It grows without notice, so it is asked for and never hardcoded. */
export type CatalogCalls = {
  /** Lists the active networks. */
  listNetworks(): AsyncIterable<Network>
  /** Lists the networks the service supports publicly. */
  listSupportedNetworks(): AsyncIterable<Network>
  /** Lists the tokens of every network, or of one. */
  listTokens(filter?: { networkId?: string }): AsyncIterable<Token>
}

export function catalogCalls({ walk }: Connection): CatalogCalls {
  return {
    listNetworks: () => walk("listNetworks", parseNetwork),
    listSupportedNetworks: () => walk("listSupportedNetworks", parseNetwork),
    listTokens: ({ networkId } = {}) => walk("listTokens", parseToken, { networkId }),
  }
}
