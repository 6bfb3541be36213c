import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isReusableAddressChain, usesIntents } from "../../../domain/payment/collection"
import { GatewayError } from "../../../gateway/client/errors"
import { shopperError } from "../../../modules/onchain/payment/opening-context"
import type { OnchainAddressResponse } from "../../../types/http"

/** `customer_id` comes from the request's authentication, never from its input. */
type AddressRequest = { customer_id: string; rail: string }

/**
 * @throws MedusaError `invalid_data` for a rail that is not offered, `not_allowed` where there is no such
 * address
 */
export async function viewAddress(
  container: MedusaContainer,
  { customer_id, rail: railId }: AddressRequest
): Promise<OnchainAddressResponse["address"]> {
  const onchain = container.resolve("onchain")
  if (!usesIntents(onchain.options))
    throw refusal("This shop gives each payment an address of its own; there is no reusable one.")
  const rail = (await onchain.listRails().catch(unreachable)).find(({ id }) => id === railId)
  if (!rail)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `rail: "${railId.slice(0, 80)}" is not offered; use one of the ids of GET /store/onchain/payment-options`
    )
  const { chain, networkId, token } = rail.token
  if (!isReusableAddressChain(chain))
    throw refusal("No address of yours is needed here: each payment has a memo for the shop's address.")
  const address = await onchain.addresses.display(customer_id, { chain, networkId }).catch(unreachable)
  return {
    rail: rail.id,
    chain,
    network_id: networkId,
    network_name: rail.network.name ?? networkId,
    token,
    address,
  }
}

function unreachable(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  throw shopperError(
    "Your address cannot be confirmed right now. Try again in a moment.",
    "address_unconfirmed"
  )
}

function refusal(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
