import { defineRouteConfig } from "@medusajs/admin-sdk"
import { breadcrumb } from "../../../ui/texts"
import { lazyPage } from "../../../ui/lazy-part"

export const config = defineRouteConfig({ label: "menu.payments", translationNs: "onchain", rank: 2 })
export const handle = breadcrumb("menu.payments", "onchain_payment:read")

export default lazyPage(async () => (await import("../../../screens/money-in.js")).PaymentsPage)
