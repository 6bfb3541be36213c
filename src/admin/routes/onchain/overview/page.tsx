import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"
import { lazyPage } from "../../../ui/lazy-part"

export const config = defineRouteConfig({ label: "menu.overview", translationNs: "onchain", rank: 1 })
export const handle = breadcrumb("menu.overview", "onchain_health:read")

export default lazyPage(async () => (await import("../../../screens/settings.js")).OverviewPage)
