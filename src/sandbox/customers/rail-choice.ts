import type { EnsureAddressRequest } from "../../gateway/contract"
import type { CatalogNetwork } from "../catalog/networks"
import { invalid } from "../sandbox-error"
import type { World } from "../world"

/**
 * Finds the network a reusable address is asked for.
 *
 * @throws SandboxError naming the field that leads to nothing, or that is needed to choose
 * @see service-interface "Endpoints": `networkId` may be left out when exactly one active network matches
 */
export function chooseRail(world: World, request: EnsureAddressRequest): CatalogNetwork {
  const { chain, networkId, token } = request
  const ofChain = world.catalog.networks.filter((network) => network.chain === chain)
  if (ofChain.length === 0) throw invalid({ field: "chain", message: `"${chain}" is not in the catalog` })
  requireConfigured(world, chain)
  const matching = ofChain.filter((network) => networkId === undefined || network.networkId === networkId)
  const [network] = matching
  if (!network) throw invalid({ field: "networkId", message: `"${networkId}" is no network of ${chain}` })
  if (matching.length > 1) throw invalid({ field: "networkId", message: ambiguous(chain, matching) })
  if (chain === "stellar" && token !== undefined && !world.catalog.findToken(network.networkId, token)) {
    throw invalid({ field: "token", message: `is not in the catalog of ${network.networkId}` })
  }
  return network
}

/** @throws SandboxError for a chain the business has not set up */
function requireConfigured({ business }: World, chain: string): void {
  if (business.chains === undefined || business.chains.includes(chain)) return
  throw invalid({ field: "chain", message: `the business is not configured for ${chain}` })
}

function ambiguous(chain: string, networks: readonly CatalogNetwork[]): string {
  const names = networks.map(({ networkId }) => networkId).join(", ")
  return `is needed: ${chain} has several active networks (${names})`
}
