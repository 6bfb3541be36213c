import type { OnchainPaymentView } from "./payment"

/**
 * Everything the payment page and `<onchain-checkout>` show. Answer of `GET /onchain/pay/:token/status`, and data of each event
 * of `GET /onchain/pay/:token/events`. Contains no personal data.
 */
export type OnchainCheckout = {
  payment: OnchainPaymentView
  shop: OnchainCheckoutShop
  order: {
    /** Null until the cart becomes an order. */
    display_id: number | null
  }
  /** Target of the return button; null when no return URL is configured. */
  return_url: string | null
  /** ISO 8601, the server's clock, for countdowns. */
  server_time: string
  /** Changes whenever anything shown changes; `server_time` does not count. */
  version: string
}

/**
 * Answer of `POST /onchain/pay/:token/authorizations`: what to sign, or what became of what was signed. Only a later status of the
 * payment says that it is paid.
 */
export type OnchainTransferAuthorization = {
  /** `unknown`: the facilitator gave no clear answer. The same request again repeats the same signature. */
  state: "prepared" | "settled" | "declined" | "unknown"
  /** A code of the facilitator or of x402; null without one. */
  reason: string | null
  /** For `eth_signTypedData_v4`, while nothing is signed. */
  typed_data: object | null
}

/** The shop's name and appearance, from the option `checkout`. */
export type OnchainCheckoutShop = {
  name: string | null
  logo_url: string | null
  /** Such as `#0a7`. */
  accent_color: string | null
  support: { email: string | null; url: string | null }
}
