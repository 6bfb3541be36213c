import type { MiddlewareRoute } from "@medusajs/framework/http"
import { ADMIN_PERMISSIONS, type AdminPermission } from "../../../domain/admin-permission"

const { readHealth, readPayments, decidePayments, readDeposits, decideDeposits } = ADMIN_PERMISSIONS
const { refundDeposits, readWebhooks, rerunWebhooks } = ADMIN_PERMISSIONS

/**
 * Which permissions each route takes, all of them. Written here and nowhere else; a test finds routes that are missing.
 *
 * An action answers with what it was about, customers and candidates included: to decide is to see.
 */
const NEEDED: readonly (readonly ["GET" | "POST", path: string, ...AdminPermission[]])[] = [
  ["GET", "/health", readHealth],
  ["GET", "/payments", readPayments],
  ["GET", "/payments/:id", readPayments],
  ["POST", "/payments/:id/apply", decidePayments, readPayments],
  ["POST", "/payments/:id/refund-due", decidePayments, readPayments],
  ["POST", "/payments/:id/keep", decidePayments, readPayments],
  ["GET", "/deposits", readDeposits],
  ["GET", "/deposits/:id", readDeposits],
  ["POST", "/deposits/sync", readDeposits],
  ["POST", "/deposits/:id/assign", decideDeposits, readDeposits],
  ["POST", "/deposits/:id/accept", decideDeposits, readDeposits],
  ["POST", "/deposits/:id/refund", refundDeposits, readDeposits],
  ["GET", "/customers/:id", readDeposits],
  ["GET", "/deliveries", readWebhooks],
  ["GET", "/deliveries/:id", readWebhooks],
  ["POST", "/deliveries/:id/rerun", rerunWebhooks, readWebhooks],
]

/**
 * Asks for the permissions of each route where the store has roles switched on (`rbac`); elsewhere Medusa does not look
 * at it, and whoever is logged in may do everything, as everywhere in the admin.
 */
export const onchainPolicyRoutes: MiddlewareRoute[] = NEEDED.map(([method, path, ...permissions]) => ({
  matcher: `/admin/onchain${path}`,
  methods: [method],
  policies: permissions.map(({ resource, operation }) => ({ resource, operation })),
}))
