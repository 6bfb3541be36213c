import type { OnchainCheckout } from "../types/http/checkout.js"

export type { OnchainCheckout, OnchainCheckoutShop } from "../types/http/checkout.js"
export type { OnchainPaymentView } from "../types/http/payment.js"

/** `<onchain-checkout>`; importing the module defines it. */
export declare class OnchainCheckoutElement extends HTMLElement {
  /** What is shown now; null until it is loaded. */
  get checkout(): OnchainCheckout | null
  /** Stores the hash of a transaction that a wallet of the page's own has sent. */
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
