import { hasPermission } from "@medusajs/framework"
import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { ADMIN_PERMISSIONS, type AdminPermission } from "../../../domain/admin-permission"

const { readHealth, readPayments, decidePayments, readDeposits, decideDeposits } = ADMIN_PERMISSIONS
const { refundDeposits, eraseCustomers, readWebhooks, rerunWebhooks } = ADMIN_PERMISSIONS
const { readDestinations, createDestinations, approveDestinations, archiveDestinations } = ADMIN_PERMISSIONS
const { readWithdrawals, requestWithdrawals, approveWithdrawals } = ADMIN_PERMISSIONS
const { readRefunds, payRefunds, readFinance, reviewTransactions } = ADMIN_PERMISSIONS
const { makeReports, readBilling } = ADMIN_PERMISSIONS

/** What Medusa's own route for refunds requires. */
const CREATE_REFUNDS: AdminPermission = { resource: "refund", operation: "create" }

/**
 * The permissions that each route requires. A test finds missing routes.
 *
 * An action answers with its subject, so it also requires the permission to read that.
 */
const NEEDED: readonly (readonly ["GET" | "POST", path: string, ...AdminPermission[]])[] = [
  ["GET", "/health", readHealth],
  // These show of each list what its own permission allows.
  ["GET", "/attention", readHealth],
  ["GET", "/overview", readHealth],
  ["GET", "/setup", readHealth],
  ["POST", "/setup/test-webhook", rerunWebhooks, readWebhooks],
  ["GET", "/unallocated-payments", readPayments],
  ["GET", "/unallocated-payments/:id", readPayments],
  ["POST", "/unallocated-payments/:id/apply", decidePayments, readPayments],
  ["POST", "/unallocated-payments/:id/refund-due", decidePayments, readPayments],
  ["POST", "/unallocated-payments/:id/keep", decidePayments, readPayments],
  ["GET", "/payments", readPayments],
  ["GET", "/payments/export", readPayments],
  ["GET", "/payments/:id", readPayments],
  ["POST", "/payments/:id/check", readPayments],
  ["POST", "/payments/:id/review", decidePayments, readPayments],
  ["GET", "/deposits", readDeposits],
  ["GET", "/deposits/:id", readDeposits],
  ["POST", "/deposits/sync", readDeposits],
  // Beside the permission of the action, which is in the body: see below.
  ["POST", "/deposits/bulk", readDeposits],
  ["POST", "/deposits/:id/assign", decideDeposits, readDeposits],
  ["POST", "/deposits/:id/accept", decideDeposits, readDeposits],
  ["POST", "/deposits/:id/link", decideDeposits, readDeposits],
  ["POST", "/deposits/:id/refund", refundDeposits, readDeposits],
  ["GET", "/customers/:id", readDeposits],
  // It answers with numbers of rows alone.
  ["POST", "/customers/:id/erase", eraseCustomers],
  ["GET", "/deliveries", readWebhooks],
  ["GET", "/deliveries/:id", readWebhooks],
  ["POST", "/deliveries/:id/rerun", rerunWebhooks, readWebhooks],
  ["GET", "/payouts", readWithdrawals],
  ["GET", "/destinations", readDestinations],
  ["POST", "/destinations", createDestinations, readDestinations],
  ["GET", "/destinations/:id", readDestinations],
  ["POST", "/destinations/:id/approve", approveDestinations, readDestinations],
  ["POST", "/destinations/:id/archive", archiveDestinations, readDestinations],
  ["GET", "/withdrawals", readWithdrawals],
  ["POST", "/withdrawals", requestWithdrawals, readWithdrawals],
  ["GET", "/withdrawals/:id", readWithdrawals],
  ["POST", "/withdrawals/:id/quote", requestWithdrawals, readWithdrawals],
  ["POST", "/withdrawals/:id/confirm", requestWithdrawals, readWithdrawals],
  ["POST", "/withdrawals/:id/approve", approveWithdrawals, readWithdrawals],
  ["POST", "/withdrawals/:id/cancel", requestWithdrawals, readWithdrawals],
  ["POST", "/withdrawals/:id/adopt", approveWithdrawals, readWithdrawals],
  ["POST", "/withdrawals/:id/write-off", approveWithdrawals, readWithdrawals],
  ["POST", "/withdrawals/:id/end", approveWithdrawals, readWithdrawals],
  ["POST", "/withdrawals/:id/acknowledge", approveWithdrawals, readWithdrawals],
  ["POST", "/withdrawals/:id/check", readWithdrawals],
  ["GET", "/refunds", readRefunds],
  ["GET", "/refunds/:id", readRefunds],
  ["POST", "/refunds/:id/quote", payRefunds, readRefunds],
  ["POST", "/refunds/:id/settle", payRefunds, readRefunds],
  ["POST", "/refunds/:id/address-requests", payRefunds, readRefunds],
  ["POST", "/refunds/:id/address-requests/:request_id/approve", approveDestinations, payRefunds, readRefunds],
  ["POST", "/refunds/:id/address-requests/:request_id/decline", payRefunds, readRefunds],
  ["POST", "/orders/:id/refunds", CREATE_REFUNDS, payRefunds, readRefunds],
  ["GET", "/orders/:id", readPayments],
  ["POST", "/orders/:id/keep", decidePayments, readPayments],
  ["POST", "/orders/:id/pay-link", decidePayments, readPayments],
  ["POST", "/orders/:id/pay-link/send", decidePayments, readPayments],
  ["GET", "/balances", readFinance],
  ["GET", "/transactions", readFinance],
  ["POST", "/transactions/sync", readFinance],
  ["GET", "/transactions/:id", readFinance],
  ["POST", "/transactions/:id/review", reviewTransactions, readFinance],
  ["GET", "/reports", readFinance],
  ["POST", "/reports", makeReports, readFinance],
  ["GET", "/reports/:id", readFinance],
  ["GET", "/reports/:id/csv", readFinance],
  ["GET", "/billing", readBilling],
]

/**
 * Effective only where the store has roles enabled (`rbac`). Elsewhere every admin user may do everything, as
 * in the rest of the admin.
 */
export const onchainPolicyRoutes: MiddlewareRoute[] = NEEDED.map(([method, path, ...permissions]) => ({
  matcher: `/admin/onchain${path}`,
  methods: [method],
  policies: permissions.map(({ resource, operation }) => ({ resource, operation })),
}))

/** The path of the actions on several deposits. */
export const BULK_ROUTE = "/deposits/bulk"

/** Whether a request to {@link BULK_ROUTE} sends deposits back. Its body is not validated yet. */
export function isBulkRefund({ body }: { body: unknown }): boolean {
  return typeof body === "object" && body !== null && "action" in body && body.action === "refund"
}

/** A policy allows a route, not what its body says; so the permission of the action is required here. */
export const bulkPolicyMiddleware: MiddlewareRoute = {
  matcher: `/admin/onchain${BULK_ROUTE}`,
  methods: ["POST"],
  middlewares: [requireActionPermission],
}

async function requireActionPermission(
  req: AuthenticatedMedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { resource, operation } = isBulkRefund(req) ? refundDeposits : decideDeposits
  const given: unknown = req.auth_context.app_metadata?.roles
  const roles = Array.isArray(given) ? given.filter((role) => typeof role === "string") : []
  if (await hasPermission({ roles, actions: { resource, operation }, container: req.scope })) return next()
  throw new MedusaError(
    MedusaError.Types.FORBIDDEN,
    `Insufficient permissions. Required policies: ${resource}:${operation}`
  )
}
