import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { GatewayError } from "../../../gateway/client/errors"
import { fiatAmountToText } from "../../../modules/onchain/fiat-amount"
import type { RailQuote } from "../../../modules/onchain/rail-quotes"
import type { OnchainPaymentOption, OnchainPaymentOptionsResponse } from "../../../types/http"

export const listPaymentOptionsStepId = "list-onchain-payment-options"

/** @throws MedusaError `not_found` for an unknown cart, `not_allowed` when the gateway cannot be reached */
export const listPaymentOptionsStep = createStep(
  listPaymentOptionsStepId,
  async (input: { cart_id: string }, { container }) => {
    const { data: carts } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
      entity: "cart",
      fields: ["id", "currency_code", "total"],
      filters: { id: input.cart_id },
    })
    const cart = carts[0]
    if (!cart)
      throw new MedusaError(MedusaError.Types.NOT_FOUND, `cart_id: there is no cart ${input.cart_id}`)
    const onchain = container.resolve("onchain")
    const fiatAmount = fiatAmountToText(cart.total)
    const { quotes, unavailable } = await onchain
      .quoteRails({ fiatAmount, currencyCode: cart.currency_code })
      .catch((error: unknown) => {
        throw error instanceof GatewayError ? unreachable(error.code) : error
      })
    return new StepResponse<OnchainPaymentOptionsResponse>({
      payment_options: quotes.map((quote) => quoteToOption(quote, cart.currency_code)),
      unavailable,
    })
  }
)

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

function unreachable(code: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "Crypto payments cannot be reached right now. Nothing was charged; try again in a moment.",
    code
  )
}
