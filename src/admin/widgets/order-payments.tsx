import { defineWidgetConfig } from "@medusajs/admin-sdk"

export const config = defineWidgetConfig({ id: "onchain-order-payments", zone: "order.details.side" })
export { OrderBox as default } from "../payment/order/order-box"
