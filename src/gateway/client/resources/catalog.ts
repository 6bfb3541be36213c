import { parseNetwork, parseToken, type Network, type Token } from "../../contract/catalog"
import type { Connection } from "../connection"
import type { Listing } from "../pages"

/** What can be paid with. It grows without notice, so it is asked for and never hardcoded. */
export type CatalogCalls = {
  /** Lists the active networks. */
  listNetworks(): Listing<Network>
  /** Lists the networks the service supports publicly. */
  listSupportedNetworks(): Listing<Network>
  /** Lists the tokens of every network, or of one. */
  listTokens(filter?: { networkId?: string }): Listing<Token>
}

export function catalogCalls({ walk }: Connection): CatalogCalls {
  return {
    listNetworks: () => walk("listNetworks", parseNetwork),
    listSupportedNetworks: () => walk("listSupportedNetworks", parseNetwork),
    listTokens: ({ networkId } = {}) => walk("listTokens", parseToken, { networkId }),
  }
}
