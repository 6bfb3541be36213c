import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createHash } from "node:crypto"
import { z } from "zod"
import { isReturnAllowed, type ReturnFacts, returnUrlOf } from "../../../domain/payment/payment-page"
import type { RailOption } from "../../../domain/payment/rails"
import { GatewayError } from "../../../gateway/client/errors"
import { fiatAmountToText } from "../../../modules/onchain/payment/medusa-payments"
import { unreachable } from "../../../modules/onchain/payment/shopper-errors"
import type { OnchainCheckout, OnchainPaymentOptionsResponse } from "../../../types/http"
import { isCancelled, moment, readRows, withId } from "../order-record"
import { findVisible, type PaymentViewer, readPayment, viewPayment } from "./view-payment"

const pricedCart = withId.extend({ currency_code: z.string(), total: z.custom<BigNumberInput>() })

/** @throws MedusaError `not_found` for an unknown cart, `not_allowed` when the gateway cannot be reached */
export async function listPaymentOptions(
  container: MedusaContainer,
  cartId: string
): Promise<OnchainPaymentOptionsResponse> {
  const [cart] = await readRows(container, "cart", pricedCart, { id: cartId })
  if (!cart) throw new MedusaError(MedusaError.Types.NOT_FOUND, `cart_id: there is no cart ${cartId}`)
  return listOptionsFor(container, {
    fiatAmount: fiatAmountToText(cart.total),
    currencyCode: cart.currency_code,
  })
}

/** @throws MedusaError `not_allowed` when the gateway cannot be reached */
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
  const payment_options = quotes.map((quote) => ({
    ...nameRail(quote),
    amount: quote.amount,
    currency_code: amount.currencyCode,
    canonical_asset_id: quote.token.canonicalAssetId ?? null,
  }))
  return {
    payment_options: firstWhere(payment_options, ({ token }) => NAMES_A_CURRENCY.test(token)),
    unavailable: unavailable.map(({ rail, reason }) => ({ ...nameRail(rail), reason })),
  }
}

/** Symbols of stablecoins: shoppers know their price. */
const NAMES_A_CURRENCY = /USD|EUR|GBP|^DAI$/i

/** Sorting is stable. */
function firstWhere<Row>(rows: readonly Row[], isFirst: (row: Row) => boolean): Row[] {
  return [...rows].sort((left, right) => Number(isFirst(right)) - Number(isFirst(left)))
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

/** Lists the payer's options: first the last choice for this payment, else for the same customer's previous one; then stablecoins. */
export async function listCheckoutOptions(
  container: MedusaContainer,
  viewer: PaymentViewer
): Promise<OnchainPaymentOptionsResponse> {
  const payment = await readPayment(container, { ...viewer, isDisplay: false })
  const { order_outstanding, fiat_amount, currency_code, rail, session_id } = payment
  const { payments } = container.resolve("onchain")
  const [answer, last] = await Promise.all([
    listOptionsFor(container, {
      fiatAmount: order_outstanding ?? fiat_amount,
      currencyCode: currency_code,
    }),
    rail ?? payments.lastRail(session_id),
  ])
  return { ...answer, payment_options: firstWhere(answer.payment_options, ({ id }) => id === last) }
}

export async function viewCheckout(
  container: MedusaContainer,
  viewer: PaymentViewer
): Promise<OnchainCheckout> {
  const { options, payments, clock } = container.resolve("onchain")
  const { returnUrls, origins } = options.storefront
  const { name, logoUrl: logo_url, accentColor: accent_color, support } = options.checkout
  const payment = await viewPayment(container, viewer)
  const row = await payments.findAny({ session_id: payment.session_id })
  const facts = await findFacts(container, row?.collection_id ?? null)
  const state = payment.status === "paid" ? "paid" : facts.state
  const shown = {
    payment,
    shop: { name, logo_url, accent_color, support },
    order: { display_id: facts.display_id },
    return_url: returnUrlOf(returnUrls, { ...facts, state }, origins[0] ?? null),
  }
  return { ...shown, server_time: new Date(clock()).toISOString(), version: versionOf(shown) }
}

/**
 * Identifies the page's content: an update with the same version changes nothing. A reusable address and its confirmation do not
 * count: only a display confirms an address, and live updates fetch none.
 */
export function versionOf({ payment, ...shown }: Omit<OnchainCheckout, "server_time" | "version">): string {
  const status = payment.status === "address_unavailable" ? "awaiting_payment" : payment.status
  const hidden = { deposit_address: null, explorer: { ...payment.explorer, address_url: null } }
  const counted = { ...payment, status, ...(payment.kind === "auto_deposit" ? hidden : {}) }
  const text = JSON.stringify({ ...shown, payment: counted })
  return createHash("sha256").update(text).digest("hex").slice(0, 16)
}

const address = z.object({ country_code: z.string().nullish() }).nullish()
const orderOf = z.object({
  order: withId
    .extend({
      display_id: z.number().nullable(),
      status: z.string(),
      canceled_at: moment,
      shipping_address: address,
    })
    .nullish(),
})
const cartOf = z.object({ cart: withId.extend({ shipping_address: address }).nullish() })

/** Of a collection's order and cart; either may not exist. */
async function findFacts(container: MedusaContainer, collectionId: string | null): Promise<ReturnFacts> {
  const filters = { payment_collection_id: collectionId ?? [] }
  const [orders, carts] = await Promise.all([
    readRows(container, "order_payment_collection", orderOf, filters),
    readRows(container, "cart_payment_collection", cartOf, filters),
  ])
  const order = orders[0]?.order
  const cart = carts[0]?.cart
  return {
    state: order && !isCancelled(order) ? "placed" : "cancelled",
    order_id: order?.id ?? null,
    display_id: order?.display_id ?? null,
    cart_id: cart?.id ?? null,
    country_code: (order ?? cart)?.shipping_address?.country_code?.toLowerCase() ?? null,
  }
}

/** Reads the hosted page's content. `returnUrl` comes from the page's link; used only if it is on a configured storefront. */
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
  if (!isChoosing) return { checkout, options: null, returnUrl }
  // Without options the page still shows the payment, and says that none are available.
  const options = await listCheckoutOptions(container, viewer).catch((error: unknown) => {
    const isExpected = MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_ALLOWED
    if (isExpected) return { payment_options: [], unavailable: [] }
    throw error
  })
  return { checkout, options, returnUrl }
}

/** The payment behind a page link. @throws MedusaError `not_found` for a link that does not work */
export async function findSessionOfPage(container: MedusaContainer, viewer: PaymentViewer): Promise<string> {
  return (await findVisible(container, viewer, container.resolve("onchain").clock())).payment.session_id
}
