import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"
import { lazyPage } from "../../../ui/lazy-part"

export const config = defineRouteConfig({ label: "menu.balances", translationNs: "onchain", rank: 5 })
export const handle = breadcrumb("menu.balances", "onchain_book:read")

export default lazyPage(async () => (await import("../../../screens/books.js")).BalancesPage)
