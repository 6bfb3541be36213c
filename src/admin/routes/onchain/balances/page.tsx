import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.balances", translationNs: "onchain", rank: 5 })
export const handle = breadcrumb("menu.balances", "onchain_book:read")
export { BalancesPage as default } from "../../../finance/balances-page"
