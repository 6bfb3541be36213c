import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.withdrawals", translationNs: "onchain", rank: 3 })
export const handle = breadcrumb("menu.withdrawals")
export { WithdrawalsPage as default } from "../../../payout/withdrawals-page"
