import { type AxiosInstance, isAxiosError } from "axios"
import type { SeedResult } from "../../../demo/store/seed"
import type {
  OnchainPageLink,
  OnchainPageLinkResponse,
  OnchainPaymentOption,
  OnchainCheckout,
  OnchainPaymentView,
} from "../../../src/types/http"

export const GUEST = "ada@example.com"
export const PASSWORD = "correct horse battery"

export const ADDRESS = {
  first_name: "Ada",
  last_name: "Payer",
  address_1: "1 Chain Street",
  city: "Portland",
  country_code: "us",
  province: "us-or",
  postal_code: "97201",
}

/** An open payment: the cart, Medusa's session, and what the session's data shows the storefront. */
export type Checkout = {
  cartId: string
  collectionId: string
  sessionId: string
  data: Record<string, unknown>
}
export type Completion = {
  type: "order" | "cart"
  order?: { id: string; payment_status: string }
  error?: object
}

export type Account = { customerId: string; email: string; token: string }

/** Filled carts and accounts that are there before a story begins; what it takes is gone for the rest of it. */
export type Prepared = { carts: string[]; accounts: (Account & { carts: string[] })[] }

let accountsOpened = 0

export class Shopper {
  /** Tokens of page links by session, as a storefront keeps them in a cookie. */
  private readonly tokens = new Map<string, string>()

  constructor(
    private readonly api: AxiosInstance,
    private readonly seed: SeedResult,
    readonly account?: Account,
    private readonly prepared: Prepared = { carts: [], accounts: [] }
  ) {}

  /**
   * Signs in to an account that nobody has used, a prepared one if there is any left. @param email opens a new
   * account with this address
   */
  async signUp(email?: string): Promise<Shopper> {
    const ready = email === undefined ? this.prepared.accounts.shift() : undefined
    if (ready) return new Shopper(this.api, this.seed, ready, { carts: ready.carts, accounts: [] })
    return this.openAccount(email ?? `payer-${accountsOpened++}@example.com`)
  }

  private async openAccount(email: string): Promise<Shopper> {
    const login = { email, password: PASSWORD }
    const registration = await this.post<{ token: string }>("/auth/customer/emailpass/register", login)
    const { data } = await this.api.post<{ customer: { id: string } }>(
      "/store/customers",
      { email, first_name: "Ada", last_name: "Payer" },
      { headers: { ...this.headers, authorization: `Bearer ${registration.token}` } }
    )
    const { token } = await this.post<{ token: string }>("/auth/customer/emailpass", login)
    return new Shopper(this.api, this.seed, { customerId: data.customer.id, email, token })
  }

  /** A cart with an address and shipping, ready to be paid; without shipping it cannot be completed. */
  async fillCart({ hasShipping = true, pieces = 1 } = {}): Promise<string> {
    const ready = hasShipping && pieces === 1 ? this.prepared.carts.shift() : undefined
    if (ready !== undefined) return ready
    const { cart } = await this.post<{ cart: { id: string } }>("/store/carts", {
      region_id: this.seed.regionId,
      sales_channel_id: this.seed.salesChannelId,
      email: this.account?.email ?? GUEST,
      shipping_address: ADDRESS,
      billing_address: ADDRESS,
      items: [{ variant_id: this.seed.variantIds[0], quantity: pieces }],
    })
    if (hasShipping) await this.addShipping(cart.id)
    return cart.id
  }

  addShipping = (cartId: string) =>
    this.post(`/store/carts/${cartId}/shipping-methods`, { option_id: this.seed.shippingOptionId })

  async paymentOptions(cartId: string): Promise<OnchainPaymentOption[]> {
    const { payment_options } = await this.get<{ payment_options: OnchainPaymentOption[] }>(
      `/store/onchain/payment-options?cart_id=${cartId}`
    )
    return payment_options
  }

  async choose(cartId: string, rail: unknown, providerId = "pp_onchain_default"): Promise<Checkout> {
    const created = await this.post<{ payment_collection: { id: string } }>("/store/payment-collections", {
      cart_id: cartId,
    })
    return this.chooseIn(created.payment_collection.id, cartId, rail, providerId)
  }

  async chooseIn(
    collectionId: string,
    cartId: string,
    rail: unknown,
    providerId = "pp_onchain_default"
  ): Promise<Checkout> {
    const { payment_collection } = await this.post<{
      payment_collection: { payment_sessions: { id: string; data: Record<string, unknown> }[] }
    }>(`/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: providerId,
      data: { rail },
    })
    const session = payment_collection.payment_sessions[0]
    if (!session) throw new Error("no payment session was created")
    if (providerId.startsWith("pp_onchain")) await this.keepLink(session.id, { cart_id: cartId })
    return { cartId, collectionId, sessionId: session.id, data: session.data }
  }

  complete = (cartId: string) => this.post<Completion>(`/store/carts/${cartId}/complete`, {})

  /** Completes a cart that is ready. @returns the order id */
  async placeOrder(cartId: string): Promise<string> {
    const { type, order, error } = await this.complete(cartId)
    if (type !== "order" || !order) throw new Error(`no order was placed: ${JSON.stringify(error)}`)
    return order.id
  }

  async pageLink(subject: object): Promise<OnchainPageLink> {
    return (await this.post<OnchainPageLinkResponse>("/store/onchain/page-links", subject)).page_link
  }

  /** @param options.isFollowing reads without an address, as a waiting page does */
  async payment(sessionId: string, { isFollowing = false } = {}): Promise<OnchainPaymentView> {
    const path = `/store/onchain/payments/${sessionId}${isFollowing ? "?address=false" : ""}`
    const token = this.tokens.get(sessionId)
    const headers = { ...this.headers, ...(token ? { "x-onchain-page-token": token } : {}) }
    return (await this.api.get<{ payment: OnchainPaymentView }>(path, { headers })).data.payment
  }

  /** Follows a link sent by the shop. @returns the page's checkout */
  async openLink(token: string): Promise<OnchainCheckout & { sessionId: string }> {
    const { data } = await this.api.get<OnchainCheckout>(`/onchain/pay/${token}/status`)
    const { session_id: sessionId } = data.payment
    this.tokens.set(sessionId, token)
    return { ...data, sessionId }
  }

  /** Opens the payer's choice on the page: the first one, another rail, or a new quote. */
  async attempt(sessionId: string, rail: string): Promise<OnchainPaymentView> {
    return (await this.postByLink<{ payment: OnchainPaymentView }>(sessionId, "attempts", { rail })).payment
  }

  /** Submits a transaction for a payment, as a storefront does for a payer with the link of its page. */
  async claim(sessionId: string, txHash: string): Promise<void> {
    await this.postByLink(sessionId, "claims", { tx_hash: txHash })
  }

  async page(sessionId: string): Promise<string> {
    return (await this.api.get<string>(this.pagePath(sessionId))).data
  }

  pagePath(sessionId: string): string {
    return `/onchain/pay/${this.tokens.get(sessionId) ?? sessionId}`
  }

  /** Creates the link before the order is placed. A race may place it first; then a guest has none. */
  private async keepLink(sessionId: string, subject: object): Promise<void> {
    try {
      this.tokens.set(sessionId, (await this.pageLink(subject)).token)
    } catch (error) {
      if (!isAxiosError(error) || error.response?.status !== 404) throw error
    }
  }

  async get<T>(path: string): Promise<T> {
    return (await this.api.get<T>(path, { headers: this.headers })).data
  }

  async post<T = unknown>(path: string, body: object): Promise<T> {
    return (await this.api.post<T>(path, body, { headers: this.headers })).data
  }

  private async postByLink<T>(sessionId: string, what: string, body: object): Promise<T> {
    const headers = { ...this.headers, "x-onchain-page-token": this.tokens.get(sessionId) }
    return (await this.api.post<T>(`/store/onchain/payments/${sessionId}/${what}`, body, { headers })).data
  }

  private get headers() {
    const key = { "x-publishable-api-key": this.seed.publishableKey }
    return this.account ? { ...key, authorization: `Bearer ${this.account.token}` } : key
  }
}
