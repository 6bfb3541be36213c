import type { MiddlewareRoute } from "@medusajs/framework/http"
import { toRoutes } from "../../route-table"
import { ADMIN_ACCESS, type AdminRouteName } from "./access"
import { type AdminRoute, payoutCheck } from "./admin-route"
import { deliveryRoutes } from "./deliveries"
import { depositRoutes } from "./deposits"
import { financeRoutes } from "./finance"
import { healthRoutes } from "./health"
import { paymentRoutes } from "./payments"
import { payoutRoutes } from "./payouts"
import { refundRoutes } from "./refunds"

const ROUTES: Record<AdminRouteName, AdminRoute> = {
  ...healthRoutes,
  ...paymentRoutes,
  ...depositRoutes,
  ...deliveryRoutes,
  ...payoutRoutes,
  ...refundRoutes,
  ...financeRoutes,
}

/** Permissions come before the payout check, and both before any of the request is read: a caller without them learns nothing. */
export const adminRoutes: MiddlewareRoute[] = ADMIN_ACCESS.flatMap(
  ({ name, method, path, policies, payout }) => {
    const { checks, handle } = ROUTES[name]
    const payoutChecks = payout === null ? [] : [payoutCheck(payout)]
    return [
      { matcher: path, methods: [method], policies },
      ...toRoutes({ [`${method} ${path}`]: [...payoutChecks, ...checks, handle] }),
    ]
  }
)
