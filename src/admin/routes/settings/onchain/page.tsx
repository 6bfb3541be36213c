import { defineRouteConfig } from "@medusajs/admin-sdk"

export const config = defineRouteConfig({ label: "menu.payments", translationNs: "onchain" })
export { HealthPage as default } from "../../../health/health-page"
