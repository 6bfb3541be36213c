import type { OnchainPaymentView } from "./payment"

/**
 * Everything the payment page and `<onchain-checkout>` show. Answer of `GET /onchain/pay/:token/status`, and the data of each
 * event of `GET /onchain/pay/:token/events`. Holds no personal data.
 */
export type OnchainCheckout = {
  payment: OnchainPaymentView
  shop: OnchainCheckoutShop
  order: {
    /** Null while the cart is not an order. */
    display_id: number | null
  }
  /** Where the return button leads; null where the merchant named no storefront. */
  return_url: string | null
  /** ISO 8601, the server's clock: countdowns run by it. */
  server_time: string
  /** Differs whenever anything shown differs; `server_time` is not part of it. */
  version: string
}

/** How the merchant's shop presents itself, from the option `checkout`. */
export type OnchainCheckoutShop = {
  name: string | null
  logo_url: string | null
  /** Such as `#0a7`. */
  accent_color: string | null
  support: { email: string | null; url: string | null }
}

/** Body of `POST /onchain/pay/:token/attempts` and of `POST /store/onchain/payments/:session_id/attempts`. */
export type OnchainAttemptRequest = {
  /** An id of the payment options. */
  rail: string
}
