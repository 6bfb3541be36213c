import { createHash } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { returnUrlOf, type ReturnFacts } from "../../../domain/payment/return-url"
import type { OnchainOptions } from "../../../modules/onchain/options/options"
import type { OnchainCheckout, OnchainPaymentView } from "../../../types/http"
import { viewPayment, type PaymentViewer } from "./view-payment"

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
