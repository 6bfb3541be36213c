import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { createHash } from "node:crypto"
import { z } from "zod"
import { isReturnAllowed, type ReturnFacts, returnUrlOf } from "../../../domain/payment/payment-page"
import type { RailOption } from "../../../domain/payment/rails"
import { GatewayError } from "../../../gateway/client/errors"
import type { OnchainOptions } from "../../../modules/onchain/options/options"
import { fiatAmountToText } from "../../../modules/onchain/payment/medusa-payments"
import { unreachable } from "../../../modules/onchain/payment/opening-context"
import type { OnchainCheckout, OnchainPaymentOptionsResponse, OnchainPaymentView } from "../../../types/http"
import { findVisible, type PaymentViewer, readPayment, viewPayment } from "./view-payment"

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
async function listOptionsFor(
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

/**
 * Lists the payer's options, last choice first: the last for this payment, else for the same customer's previous
 * payment.
 *
 * @throws MedusaError `not_found` as `viewPayment` does; `not_allowed` when the gateway cannot be reached
 */
export async function listCheckoutOptions(
  container: MedusaContainer,
  viewer: PaymentViewer
): Promise<OnchainPaymentOptionsResponse> {
  const payment = await readPayment(container, { ...viewer, isDisplay: false })
  const { order_outstanding, fiat_amount, currency_code, rail, session_id } = payment
  const { attempts } = container.resolve("onchain")
  const [answer, last] = await Promise.all([
    listOptionsFor(container, {
      fiatAmount: order_outstanding ?? fiat_amount,
      currencyCode: currency_code,
    }),
    rail ?? attempts.lastRail(session_id),
  ])
  const isLast = (option: { id: string }) => option.id === last
  const payment_options = [
    ...answer.payment_options.filter(isLast),
    ...answer.payment_options.filter((option) => !isLast(option)),
  ]
  return { ...answer, payment_options }
}

/**
 * Reads everything a payment page shows.
 *
 * @throws MedusaError `not_found`, as `viewPayment` does
 */
export async function viewCheckout(
  container: MedusaContainer,
  viewer: PaymentViewer
): Promise<OnchainCheckout> {
  const { options, payments, clock } = container.resolve("onchain")
  const payment = await viewPayment(container, viewer)
  const row = await payments.findAny({ session_id: payment.session_id })
  const facts = await findFacts(container, row?.collection_id ?? null)
  const state = payment.status === "paid" ? "paid" : facts.state
  const shown = {
    payment,
    shop: shopOf(options),
    order: { display_id: facts.display_id },
    return_url: returnUrlOf(options.storefront.returnUrls, { ...facts, state }),
  }
  return { ...shown, server_time: new Date(clock()).toISOString(), version: versionOf(shown) }
}

function shopOf({ checkout }: OnchainOptions): OnchainCheckout["shop"] {
  const { name, logoUrl, accentColor, support } = checkout
  return { name, logo_url: logoUrl, accent_color: accentColor, support }
}

/**
 * Identifies the page's content: an update with the same version changes nothing.
 *
 * Excludes a reusable address and its confirmation: only a display confirms one, and live updates fetch
 * none.
 */
export function versionOf(shown: Omit<OnchainCheckout, "server_time" | "version">): string {
  const text = JSON.stringify({ ...shown, payment: withoutReusableAddress(shown.payment) })
  return createHash("sha256").update(text).digest("hex").slice(0, 16)
}

function withoutReusableAddress(payment: OnchainPaymentView): OnchainPaymentView {
  const status = payment.status === "address_unavailable" ? "awaiting_payment" : payment.status
  if (payment.kind !== "auto_deposit") return { ...payment, status }
  const explorer = { ...payment.explorer, address_url: null }
  return { ...payment, status, deposit_address: null, explorer }
}

const moment = z.union([z.string(), z.date()]).nullable()
const address = z.object({ country_code: z.string().nullish() }).nullish()
const orderOf = z.object({
  order: z
    .object({
      id: z.string(),
      display_id: z.number().nullable(),
      status: z.string(),
      canceled_at: moment,
      shipping_address: address,
    })
    .nullish(),
})
const cartOf = z.object({ cart: z.object({ id: z.string(), shipping_address: address }).nullish() })

const NOTHING: ReturnFacts = {
  state: "cancelled",
  order_id: null,
  display_id: null,
  cart_id: null,
  country_code: null,
}

/** The collection's order and cart; either may not exist. */
async function findFacts(container: MedusaContainer, collectionId: string | null): Promise<ReturnFacts> {
  if (collectionId === null) return NOTHING
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { payment_collection_id: collectionId }
  const [orders, carts] = await Promise.all([
    query.graph({
      entity: "order_payment_collection",
      fields: [
        ...["order.id", "order.display_id", "order.status", "order.canceled_at"],
        "order.shipping_address.country_code",
      ],
      filters,
    }),
    query.graph({
      entity: "cart_payment_collection",
      fields: ["cart.id", "cart.shipping_address.country_code"],
      filters,
    }),
  ])
  const order = z.array(orderOf).parse(orders.data)[0]?.order
  const cart = z.array(cartOf).parse(carts.data)[0]?.cart
  const isAlive = order && order.status !== "canceled" && order.canceled_at === null
  return {
    state: isAlive ? "placed" : "cancelled",
    order_id: order?.id ?? null,
    display_id: order?.display_id ?? null,
    cart_id: cart?.id ?? null,
    country_code: (order ?? cart)?.shipping_address?.country_code?.toLowerCase() ?? null,
  }
}

/**
 * Reads the hosted page's content, with the payment options while the payer chooses.
 *
 * @param asked.returnUrl from the page's link; used only if it is on a configured storefront
 * @throws MedusaError `not_found`, as `viewPayment` does
 */
export async function viewPaymentPage(
  container: MedusaContainer,
  viewer: PaymentViewer,
  asked: { isChoosing: boolean; returnUrl: string | undefined }
): Promise<{
  checkout: OnchainCheckout
  options: OnchainPaymentOptionsResponse | null
  returnUrl: string | null
}> {
  const { origins } = container.resolve("onchain").options.storefront
  const checkout = await viewCheckout(container, viewer)
  const returnUrl = isReturnAllowed(asked.returnUrl, origins) ? asked.returnUrl : null
  const { payment } = checkout
  const isChoosing = payment.status === "choose" || (asked.isChoosing && payment.can_choose)
  const options = isChoosing ? await optionsIfReachable(container, viewer) : null
  return { checkout, options, returnUrl }
}

/** Without options the page still shows the payment, and says that none are available. */
async function optionsIfReachable(
  container: MedusaContainer,
  viewer: PaymentViewer
): Promise<OnchainPaymentOptionsResponse> {
  try {
    return await listCheckoutOptions(container, viewer)
  } catch (error) {
    if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_ALLOWED)
      return { payment_options: [], unavailable: [] }
    throw error
  }
}

/** The payment behind a page link. @throws MedusaError `not_found` for a link that does not work */
export async function findSessionOfPage(container: MedusaContainer, viewer: PaymentViewer): Promise<string> {
  return (await findVisible(container, viewer, container.resolve("onchain").clock())).payment.session_id
}
