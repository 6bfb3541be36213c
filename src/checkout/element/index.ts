import { OnchainCheckoutElement } from "./onchain-checkout"

export type { OnchainCheckout, OnchainCheckoutShop, OnchainPaymentView } from "../../types/http"
export { OnchainCheckoutElement }

if (typeof customElements !== "undefined" && !customElements.get("onchain-checkout"))
  customElements.define("onchain-checkout", OnchainCheckoutElement)
