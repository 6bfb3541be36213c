import { OnchainAddressesElement } from "./onchain-addresses"

export type { OnchainAddressesResponse } from "../../types/http"
export { OnchainAddressesElement }

if (typeof customElements !== "undefined" && !customElements.get("onchain-addresses"))
  customElements.define("onchain-addresses", OnchainAddressesElement)
