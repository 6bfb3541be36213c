import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.billing", translationNs: "onchain", rank: 7 })
export const handle = breadcrumb("menu.billing")
export { BillingPage as default } from "../../../finance/billing-page"
