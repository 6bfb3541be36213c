import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.overview", translationNs: "onchain", rank: 1 })
export const handle = breadcrumb("menu.overview", "onchain_health:read")
export { OverviewPage as default } from "../../../health/overview-page"
