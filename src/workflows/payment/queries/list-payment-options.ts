import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../../gateway/client/errors"
import { fiatAmountToText } from "../../../modules/onchain/payment/medusa-payments"
import { unreachable } from "../../../modules/onchain/payment/opening-context"
import type { RailOption } from "../../../domain/payment/rail-option"
import type { OnchainPaymentOptionsResponse } from "../../../types/http"

/** @throws MedusaError `not_found` for an unknown cart, `not_allowed` when the gateway cannot be reached */
export async function listPaymentOptions(
  container: MedusaContainer,
  cartId: string
): Promise<OnchainPaymentOptionsResponse> {
  const { data: carts } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: ["id", "currency_code", "total"],
    filters: { id: cartId },
  })
  const cart = carts[0]
  if (!cart) throw new MedusaError(MedusaError.Types.NOT_FOUND, `cart_id: there is no cart ${cartId}`)
  return listOptionsFor(container, {
    fiatAmount: fiatAmountToText(cart.total),
    currencyCode: cart.currency_code,
  })
}

/**
 * @param amount.fiatAmount decimal text in major units
 * @throws MedusaError `not_allowed` when the gateway cannot be reached
 */
export async function listOptionsFor(
  container: MedusaContainer,
  amount: { fiatAmount: string; currencyCode: string }
): Promise<OnchainPaymentOptionsResponse> {
  const { quotes, unavailable } = await container
    .resolve("onchain")
    .quoteRails(amount)
    .catch((error: unknown) => {
      // The catalog is needed for every rail.
      throw error instanceof GatewayError ? unreachable() : error
    })
  return {
    payment_options: quotes.map((quote) => ({
      ...nameRail(quote),
      amount: quote.amount,
      currency_code: amount.currencyCode,
      canonical_asset_id: quote.token.canonicalAssetId ?? null,
    })),
    unavailable: unavailable.map(({ rail, reason }) => ({ ...nameRail(rail), reason })),
  }
}

function nameRail({ id, network, token: { chain, networkId, token } }: RailOption) {
  const networkName = network.name ?? networkId
  return {
    id,
    chain,
    network_id: networkId,
    network_name: networkName,
    token,
    label: `${token} on ${networkName}`,
  }
}
