import type { MiddlewareRoute } from "@medusajs/framework/http"
import { ADMIN_PERMISSIONS, type AdminPermission } from "../../../domain/admin-permission"

const { readHealth, readPayments, decidePayments, readDeposits, decideDeposits } = ADMIN_PERMISSIONS
const { refundDeposits, readWebhooks, rerunWebhooks } = ADMIN_PERMISSIONS

/** Which permission each route takes. Written here and nowhere else; a test finds routes that are missing. */
const NEEDED: readonly (readonly ["GET" | "POST", path: string, AdminPermission])[] = [
  ["GET", "/health", readHealth],
  ["GET", "/payments", readPayments],
  ["GET", "/payments/:id", readPayments],
  ["POST", "/payments/:id/apply", decidePayments],
  ["POST", "/payments/:id/refund-due", decidePayments],
  ["POST", "/payments/:id/keep", decidePayments],
  ["GET", "/deposits", readDeposits],
  ["GET", "/deposits/:id", readDeposits],
  ["POST", "/deposits/sync", readDeposits],
  ["POST", "/deposits/:id/assign", decideDeposits],
  ["POST", "/deposits/:id/accept", decideDeposits],
  ["POST", "/deposits/:id/refund", refundDeposits],
  ["GET", "/customers/:id", readDeposits],
  ["GET", "/deliveries", readWebhooks],
  ["GET", "/deliveries/:id", readWebhooks],
  ["POST", "/deliveries/:id/rerun", rerunWebhooks],
]

/**
 * Asks for the permission of each route where the store has roles switched on (`rbac`); elsewhere Medusa does not look
 * at it, and whoever is logged in may do everything, as everywhere in the admin.
 */
export const onchainPolicyRoutes: MiddlewareRoute[] = NEEDED.map(
  ([method, path, { resource, operation }]) => ({
    matcher: `/admin/onchain${path}`,
    methods: [method],
    policies: [{ resource, operation }],
  })
)
