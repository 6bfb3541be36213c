import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"
import { lazyPage } from "../../../ui/lazy-part"

export const config = defineRouteConfig({ label: "menu.onchain", translationNs: "onchain" })
export const handle = breadcrumb("menu.onchain", "onchain_health:read")

export default lazyPage(async () => (await import("../../../screens/settings.js")).SetupPage)
