import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Cash } from "@medusajs/icons"
import { redirectTo } from "../../ui/lazy-part"
import { breadcrumb } from "../../ui/texts"

export const config = defineRouteConfig({
  label: "menu.onchain",
  translationNs: "onchain",
  icon: Cash,
  rank: 100,
})
export const handle = breadcrumb("menu.onchain")
export default redirectTo("/onchain/overview")
