import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  type DestinationProblem,
  findDestinationProblem,
  OWN_ADDRESS,
} from "../../domain/payout/destination-problem"
import { normalizeAddress, validateAddress } from "../../gateway/address"
import type { CatalogSnapshot } from "../../gateway/client/lists"
import { GatewayError } from "../../gateway/client/errors"
import { gatewayAdvice } from "../../modules/onchain/health/gateway-advice"

/** As an operator or a shopper typed it. */
export type EnteredAddress = {
  networkId: string
  address: string
  memo: string | undefined
  hasNoMemo: boolean
}

/** `address` as its chain writes it; the chain follows from the network. */
export type CheckedAddress =
  | { kind: "valid"; chain: string; address: string; checksum: "verified" | "absent" }
  | ({ kind: "invalid" } & (DestinationProblem | typeof OWN_ADDRESS))

/**
 * Checks an address that a user or a customer entered for payouts. Without the catalog no address is
 * accepted: it could not be validated.
 *
 * @throws MedusaError `not_allowed` when the service is unavailable
 */
export async function checkEnteredAddress(
  container: MedusaContainer,
  { networkId, ...entered }: EnteredAddress
): Promise<CheckedAddress> {
  const { options, payouts } = container.resolve("onchain")
  const { networks, tokens } = await readCatalog(container)
  const network = networks.find((one) => one.networkId === networkId)
  const chain = network?.chain ?? ""
  const { environment } = options
  const problem = findDestinationProblem({ ...entered, chain, networkId, network, tokens, environment })
  if (problem) return { kind: "invalid", ...problem }
  const address = normalizeAddress(chain, entered.address)
  if (await payouts.destinations.ownAddress(chain, address)) return { kind: "invalid", ...OWN_ADDRESS }
  const validation = validateAddress({ chain, address: entered.address })
  const checksum = validation.kind === "valid" ? validation.checksum : "absent"
  return { kind: "valid", chain, address, checksum }
}

async function readCatalog(container: MedusaContainer): Promise<CatalogSnapshot> {
  try {
    return await container.resolve("onchain").catalog.get()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, gatewayAdvice(error), error.code)
  }
}
