import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.destinations", translationNs: "onchain", rank: 5 })
export const handle = breadcrumb("menu.destinations")
export { DestinationsPage as default } from "../../../payout/destination/destinations-page"
