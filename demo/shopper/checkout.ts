import { z } from "zod"
import type { SeedResult } from "../store/seed-result"
import type { JsonApi } from "./json-api"

const Cart = z.object({ cart: z.object({ id: z.string(), total: z.number(), currency_code: z.string() }) })
const ShippingOptions = z.object({
  shipping_options: z.tuple([z.object({ id: z.string() })]).rest(z.unknown()),
})
const Options = z.object({
  payment_options: z.array(z.object({ id: z.string(), label: z.string(), amount: z.string() })),
})
const Collection = z.object({ payment_collection: z.object({ id: z.string() }) })
const Sessions = z.object({
  page_link: z.object({ token: z.string(), page_path: z.string() }),
  payment_collection: z.object({
    payment_sessions: z.array(
      z.object({ provider_id: z.string(), data: z.looseObject({ session_id: z.string() }) })
    ),
  }),
})
const Completed = z.object({ type: z.literal("order"), order: z.object({ id: z.string() }) })

export type PaymentOption = z.infer<typeof Options>["payment_options"][number]

const provider = "pp_onchain_default"
/** Who buys. @default a guest in the United States */
export interface Shopper {
  email: string
  first_name: string
  last_name: string
  city: string
  country_code: string
  /** Of the country, where it is not the seeded one. */
  regionId?: string
}

const ada: Shopper = {
  email: "ada@example.com",
  first_name: "Ada",
  last_name: "Example",
  city: "Portland",
  country_code: "us",
}
const street = {
  address_1: "1 Main Street",
  postal_code: "97201",
}

/** A payment as the storefront keeps it: the token opens its page, so it belongs in an HttpOnly cookie. */
export interface OpenedPayment {
  sessionId: string
  token: string
  pagePath: string
}

/** The calls of a checkout, in the order a storefront makes them. */
export interface Checkout {
  /** Cart with one of each product, or of those named, an address and shipping. */
  openCart(variantIds?: string[]): Promise<{ id: string; total: number; currency_code: string }>
  paymentOptions(cartId: string): Promise<PaymentOption[]>
  /** Opens the payment, with a link to its page. Without a rail the shopper chooses there. */
  openPayment(cartId: string, rail?: string): Promise<OpenedPayment>
  /** Places the order and returns its id. */
  complete(cartId: string): Promise<string>
}

/** @param store the store API, with the publishable key; of a customer, with their login too */
export function createCheckout(store: JsonApi, seed: SeedResult, shopper = ada): Checkout {
  const { email, regionId = seed.regionId, ...name } = shopper
  const address = { ...street, ...name }
  const shippingTo = async (cartId: string) => {
    if (regionId === seed.regionId) return { option_id: seed.shippingOptionId }
    const path = `/store/shipping-options?cart_id=${cartId}`
    return { option_id: ShippingOptions.parse(await store.get(path)).shipping_options[0].id }
  }
  return {
    async openCart(variantIds = seed.variantIds) {
      const { cart } = Cart.parse(
        await store.post("/store/carts", {
          region_id: regionId,
          email,
          items: variantIds.map((variant_id) => ({ variant_id, quantity: 1 })),
          shipping_address: address,
          billing_address: address,
        })
      )
      return Cart.parse(
        await store.post(`/store/carts/${cart.id}/shipping-methods`, await shippingTo(cart.id))
      ).cart
    },
    async paymentOptions(cartId) {
      return Options.parse(await store.get(`/store/onchain/payment-options?cart_id=${cartId}`))
        .payment_options
    },
    async openPayment(cartId, rail) {
      const created = Collection.parse(await store.post("/store/payment-collections", { cart_id: cartId }))
      const path = `/store/payment-collections/${created.payment_collection.id}/payment-sessions`
      const body = { provider_id: provider, data: rail === undefined ? {} : { rail } }
      const { payment_collection, page_link: link } = Sessions.parse(
        await store.post(path, body, { "x-onchain-page-link": cartId })
      )
      const session = payment_collection.payment_sessions.find(({ provider_id: id }) => id === provider)
      if (!session) throw new Error(`The store opened no session of ${provider}`)
      return { sessionId: session.data.session_id, token: link.token, pagePath: link.page_path }
    },
    async complete(cartId) {
      return Completed.parse(await store.post(`/store/carts/${cartId}/complete`, {})).order.id
    },
  }
}
