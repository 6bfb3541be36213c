import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.payments", translationNs: "onchain", rank: 2 })
export const handle = breadcrumb("menu.payments", "onchain_payment:read")
export { PaymentsPage as default } from "../../../payment/payments-page"
