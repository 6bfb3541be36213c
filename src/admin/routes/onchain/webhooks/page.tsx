import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.webhooks", translationNs: "onchain", rank: 8 })
export const handle = breadcrumb("menu.webhooks")
export { WebhooksPage as default } from "../../../inbox/webhooks-page"
