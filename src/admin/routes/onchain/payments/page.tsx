import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"

export const config = defineRouteConfig({ label: "menu.unallocated", translationNs: "onchain", rank: 2 })
export const handle = breadcrumb("payments.title")
export { PaymentsPage as default } from "../../../payment/payments-page"
