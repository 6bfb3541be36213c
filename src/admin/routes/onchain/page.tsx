import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Cash } from "@medusajs/icons"
import { Navigate } from "react-router-dom"

const OnchainPage = () => <Navigate to="/onchain/deposits" replace />

export const config = defineRouteConfig({
  label: "menu.payments",
  translationNs: "onchain",
  icon: Cash,
  rank: 100,
})

export default OnchainPage
