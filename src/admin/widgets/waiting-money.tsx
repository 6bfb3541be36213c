import { defineWidgetConfig } from "@medusajs/admin-sdk"

export const config = defineWidgetConfig({ id: "onchain-waiting-money", zone: "order.list" })
export { WaitingMoney as default } from "../health/waiting-money"
