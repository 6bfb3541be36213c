import { defineRouteConfig } from "@medusajs/admin-sdk"
import { redirectTo } from "../../../ui/lazy-part"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.payouts", translationNs: "onchain", rank: 4 })
export const handle = breadcrumb("menu.payouts")
export default redirectTo("/onchain/payouts/refunds")
