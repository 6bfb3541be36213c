import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../../gateway/client/errors"
import { fiatAmountToText } from "../../../modules/onchain/payment/medusa-payments"
import { unreachable } from "../../../modules/onchain/payment/opening-context"
import type { RailQuote } from "../../../modules/onchain/payment/rail-quotes"
import type { OnchainPaymentOption, OnchainPaymentOptionsResponse } from "../../../types/http"

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
  const onchain = container.resolve("onchain")
  const fiatAmount = fiatAmountToText(cart.total)
  const { quotes, unavailable } = await onchain
    .quoteRails({ fiatAmount, currencyCode: cart.currency_code })
    .catch((error: unknown) => {
      // The catalog is needed for every rail.
      throw error instanceof GatewayError ? unreachable() : error
    })
  return {
    payment_options: quotes.map((quote) => quoteToOption(quote, cart.currency_code)),
    unavailable,
  }
}

function quoteToOption(quote: RailQuote, currencyCode: string): OnchainPaymentOption {
  const networkName = quote.network.name ?? quote.network.networkId
  return {
    id: quote.id,
    chain: quote.token.chain,
    network_id: quote.token.networkId,
    network_name: networkName,
    token: quote.token.token,
    label: `${quote.token.token} on ${networkName}`,
    amount: quote.amount,
    currency_code: currencyCode,
    canonical_asset_id: quote.token.canonicalAssetId ?? null,
  }
}
