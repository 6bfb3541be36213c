import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { lazyWidget } from "../ui/lazy-part"

export const config = defineWidgetConfig({
  id: "onchain-customer-payments",
  zone: "customer.details.side",
})

export default lazyWidget(async () => (await import("../screens/review.js")).CustomerBox)
