import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.onchain", translationNs: "onchain" })
export const handle = breadcrumb("menu.onchain", "onchain_health:read")
export { SetupPage as default } from "../../../health/setup-page"
