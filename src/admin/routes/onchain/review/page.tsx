import { defineRouteConfig } from "@medusajs/admin-sdk"
import { redirectTo } from "../../../ui/lazy-part"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.review", translationNs: "onchain", rank: 3 })
export const handle = breadcrumb("menu.review")
export default redirectTo("/onchain/review/deposits")
