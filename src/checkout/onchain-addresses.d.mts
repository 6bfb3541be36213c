import type { OnchainAddressesResponse } from "../types/http/deposit.js"

export type { OnchainAddressesResponse } from "../types/http/deposit.js"

/** `<onchain-addresses>`. Importing the module defines the element. */
export declare class OnchainAddressesElement extends HTMLElement {
  /** Reads the list in place of `src`, for a storefront that keeps the customer's token in JavaScript. */
  get load(): (() => Promise<OnchainAddressesResponse>) | null
  set load(load: (() => Promise<OnchainAddressesResponse>) | null)
}

declare global {
  interface HTMLElementTagNameMap {
    "onchain-addresses": OnchainAddressesElement
  }
}
