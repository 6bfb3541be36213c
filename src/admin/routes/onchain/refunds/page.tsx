import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.refunds", translationNs: "onchain", rank: 4 })
export const handle = breadcrumb("menu.refunds")
export { RefundsPage as default } from "../../../refund/refunds-page"
