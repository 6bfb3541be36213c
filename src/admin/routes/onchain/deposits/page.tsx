import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.deposits", translationNs: "onchain", rank: 1 })
export const handle = breadcrumb("menu.deposits")
export { DepositsPage as default } from "../../../deposit/deposits-page"
