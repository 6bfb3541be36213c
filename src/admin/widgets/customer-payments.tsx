import { defineWidgetConfig } from "@medusajs/admin-sdk"

export const config = defineWidgetConfig({
  id: "onchain-customer-payments",
  zone: "customer.details.side",
})
export { CustomerBox as default } from "../deposit/customer-box"
