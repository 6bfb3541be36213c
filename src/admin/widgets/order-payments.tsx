import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { lazyWidget } from "../ui/lazy-part"

export const config = defineWidgetConfig({ id: "onchain-order-payments", zone: "order.details.side" })

export default lazyWidget(async () => (await import("../screens/money-in.js")).OrderBox)
