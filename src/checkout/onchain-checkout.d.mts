import type { OnchainCheckout } from "../types/http/checkout.js"

export type { OnchainCheckout, OnchainCheckoutShop } from "../types/http/checkout.js"
export type { OnchainPaymentView } from "../types/http/payment.js"

/** `<onchain-checkout>`. Importing the module defines the element. */
export declare class OnchainCheckoutElement extends HTMLElement {
  /** The checkout on screen; null until loaded. */
  get checkout(): OnchainCheckout | null
  /** Stores the hash of a transaction sent by the page's own wallet integration. */
  claim(txHash: string): Promise<void>
}

declare global {
  interface HTMLElementTagNameMap {
    "onchain-checkout": OnchainCheckoutElement
  }
  interface HTMLElementEventMap {
    "onchain-change": CustomEvent<OnchainCheckout>
    "onchain-paid": CustomEvent<OnchainCheckout>
  }
}
