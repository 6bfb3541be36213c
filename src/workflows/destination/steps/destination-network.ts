import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../../gateway/client/errors"
import type { CatalogSnapshot } from "../../../gateway/client/catalog"
import type { Network, Token } from "../../../gateway/contract"
import { gatewayAdvice } from "../../../modules/onchain/gateway-advice"

/** What the service's catalog says of the network of a new destination; its chain follows from it. */
export type DestinationNetwork = { network: Network | undefined; tokens: Token[] }

/**
 * Finds the network of a new destination. Without the catalog no address is taken: it could not be checked.
 *
 * @throws MedusaError `not_allowed` when the service cannot be asked
 */
export async function findDestinationNetwork(
  container: MedusaContainer,
  networkId: string
): Promise<DestinationNetwork> {
  const { networks, tokens } = await readCatalog(container)
  return { network: networks.find((network) => network.networkId === networkId), tokens }
}

async function readCatalog(container: MedusaContainer): Promise<CatalogSnapshot> {
  try {
    return await container.resolve("onchain").catalog.get()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, gatewayAdvice(error), error.code)
  }
}
