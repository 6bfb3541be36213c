import type { Rail } from "../../gateway/contract"
import type { CatalogNetwork } from "../catalog/networks"
import type { CatalogToken } from "../catalog/tokens"
import { invalid } from "../sandbox-error"
import type { World } from "../world"

/**
 * Finds what a rail alone means: a quote carries no asset identity, on Stellar neither.
 *
 * @throws SandboxError naming the field that leads to nothing
 */
export function assetOfRail(
  { catalog }: Pick<World, "catalog">,
  { chain, networkId, token }: Rail
): { rail: Rail; network: CatalogNetwork; asset: CatalogToken } {
  const network = catalog.findNetwork(chain, networkId)
  if (!network) {
    throw invalid({
      field: "networkId",
      message: `no network "${networkId}" of chain "${chain}" is in the catalog`,
    })
  }
  const asset = catalog.findToken(networkId, token)
  if (!asset) throw invalid({ field: "token", message: `is not in the catalog of ${networkId}` })
  return { rail: { chain, networkId, token }, network, asset }
}
