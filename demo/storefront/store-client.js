/** The store API as this page uses it. A real storefront uses @medusajs/js-sdk for the same calls. */
export async function createStoreClient() {
  const config = await (await fetch("config.json")).json()

  async function call(path, body) {
    const response = await fetch(config.storeUrl + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", "x-publishable-api-key": config.publishableKey },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.message ?? `The store answered with ${response.status}`)
    return answer
  }

  return {
    async products() {
      const query = `region_id=${config.regionId}&fields=title,description,*variants.calculated_price`
      return (await call(`/store/products?${query}`)).products
    },
    async createCart() {
      return (await call("/store/carts", { region_id: config.regionId })).cart
    },
    async addItem(cartId, variantId) {
      return (await call(`/store/carts/${cartId}/line-items`, { variant_id: variantId, quantity: 1 })).cart
    },
    async deliverTo(cartId, { email, ...person }) {
      const address = { ...person, country_code: "us", province: "or" }
      const update = { email, shipping_address: address, billing_address: address }
      await call(`/store/carts/${cartId}`, update)
      const method = { option_id: config.shippingOptionId }
      return (await call(`/store/carts/${cartId}/shipping-methods`, method)).cart
    },
    async paymentOptions(cartId) {
      return (await call(`/store/onchain/payment-options?cart_id=${cartId}`)).payment_options
    },
    /**
     * Opens the payment on the chosen rail, places the order, and returns the address of the payment page.
     * The link is created before the order: afterwards the cart's id opens nothing. A storefront with a
     * server keeps its token in an HttpOnly cookie.
     */
    async placeOrder(cartId, rail) {
      const { payment_collection: collection } = await call("/store/payment-collections", { cart_id: cartId })
      await call(`/store/payment-collections/${collection.id}/payment-sessions`, {
        provider_id: "pp_onchain_default",
        data: { rail },
      })
      const { page_link: link } = await call("/store/onchain/page-links", { cart_id: cartId })
      const completed = await call(`/store/carts/${cartId}/complete`, {})
      if (completed.type !== "order") throw new Error(completed.error?.message ?? "The order was not placed")
      return config.storeUrl + link.page_path
    },
  }
}
