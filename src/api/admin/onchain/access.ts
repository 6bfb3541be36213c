import { hasPermission } from "@medusajs/framework"
import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { ADMIN_PERMISSIONS, type AdminPermission } from "../../../domain/admin-permission"

const { readHealth, readPayments, decidePayments, readDeposits, decideDeposits } = ADMIN_PERMISSIONS
const { refundDeposits, eraseCustomers, readWebhooks, rerunWebhooks } = ADMIN_PERMISSIONS
const { readDestinations, createDestinations, approveDestinations, archiveDestinations } = ADMIN_PERMISSIONS
const { readWithdrawals, requestWithdrawals, approveWithdrawals } = ADMIN_PERMISSIONS
const { readRefunds, payRefunds, readFinance, reviewTransactions } = ADMIN_PERMISSIONS
const { makeReports, readBilling } = ADMIN_PERMISSIONS

const CREATE_REFUNDS: AdminPermission = { resource: "refund", operation: "create" }

/** The route moves money out or chooses its destination. */
const MOVES = { payout: "moves" } as const
/** The route records what was paid by other means, which needs no payout key. */
const NOTES = { payout: "notes" } as const

type Access = readonly (AdminPermission | typeof MOVES | typeof NOTES)[]

/**
 * Every route of the admin, with the permissions and the payout check that it requires. A route without an entry here does not
 * compile.
 *
 * An action answers with its subject, so it also requires the permission to read that. `cancel` has no payout check: it keeps money
 * in. `check` repeats the call of a payout that is being sent, so its workflow checks the same permission.
 *
 * @see docs/operations/security.md "Admin API without rights"
 */
const ACCESS = {
  // The sandbox banner, which each signed-in user sees.
  "GET /environment": [],
  "GET /health": [readHealth],
  // These show of each list what its own permission allows.
  "GET /attention": [readHealth],
  "GET /overview": [readHealth],
  "GET /setup": [readHealth],
  "POST /setup/test-webhook": [rerunWebhooks, readWebhooks],
  "GET /unallocated-payments": [readPayments],
  "GET /unallocated-payments/:id": [readPayments],
  "POST /unallocated-payments/:id/apply": [decidePayments, readPayments],
  "POST /unallocated-payments/:id/refund-due": [decidePayments, readPayments],
  "POST /unallocated-payments/:id/keep": [decidePayments, readPayments],
  "GET /payments": [readPayments],
  "GET /payments/export": [readPayments],
  "GET /payments/:id": [readPayments],
  "POST /payments/:id/check": [readPayments],
  "POST /payments/:id/review": [decidePayments, readPayments],
  "GET /deposits": [readDeposits],
  "GET /deposits/:id": [readDeposits],
  "POST /deposits/sync": [readDeposits],
  // Beside the permission and the payout check of the action, which is in the body.
  "POST /deposits/bulk": [readDeposits],
  "POST /deposits/:id/assign": [decideDeposits, readDeposits],
  "POST /deposits/:id/accept": [decideDeposits, readDeposits],
  "POST /deposits/:id/apply": [decideDeposits, decidePayments, readDeposits],
  "POST /deposits/:id/link": [decideDeposits, readDeposits],
  "POST /deposits/:id/refund": [refundDeposits, readDeposits, MOVES],
  "GET /income": [readDeposits],
  "GET /income/export": [readDeposits],
  "POST /income/sync": [readDeposits],
  "GET /customers/:id": [readDeposits],
  "POST /customers/:id/link": [decideDeposits, readDeposits],
  // It answers with numbers of rows alone.
  "POST /customers/:id/erase": [eraseCustomers],
  "GET /deliveries": [readWebhooks],
  "GET /deliveries/:id": [readWebhooks],
  "POST /deliveries/:id/rerun": [rerunWebhooks, readWebhooks],
  "GET /payouts": [readWithdrawals],
  "GET /destinations": [readDestinations],
  "POST /destinations": [createDestinations, readDestinations, MOVES],
  "GET /destinations/:id": [readDestinations],
  "POST /destinations/:id/approve": [approveDestinations, readDestinations, MOVES],
  "POST /destinations/:id/archive": [archiveDestinations, readDestinations, MOVES],
  "GET /withdrawals": [readWithdrawals],
  "POST /withdrawals": [requestWithdrawals, readWithdrawals, MOVES],
  "GET /withdrawals/export": [readWithdrawals],
  "GET /withdrawals/:id": [readWithdrawals],
  "POST /withdrawals/:id/quote": [requestWithdrawals, readWithdrawals, MOVES],
  "POST /withdrawals/:id/confirm": [requestWithdrawals, readWithdrawals, MOVES],
  "POST /withdrawals/:id/approve": [approveWithdrawals, readWithdrawals, MOVES],
  "POST /withdrawals/:id/cancel": [requestWithdrawals, readWithdrawals],
  "POST /withdrawals/:id/adopt": [approveWithdrawals, readWithdrawals, MOVES],
  "POST /withdrawals/:id/write-off": [approveWithdrawals, readWithdrawals, MOVES],
  "POST /withdrawals/:id/end": [approveWithdrawals, readWithdrawals, MOVES],
  "POST /withdrawals/:id/acknowledge": [approveWithdrawals, readWithdrawals, MOVES],
  "POST /withdrawals/:id/check": [readWithdrawals],
  "GET /payout-legs": [readWithdrawals],
  "GET /payout-legs/:id": [readWithdrawals],
  "POST /payout-legs/:id/acknowledge": [approveWithdrawals, readWithdrawals, NOTES],
  "GET /refunds": [readRefunds],
  "GET /refunds/export": [readRefunds],
  "GET /refunds/:id": [readRefunds],
  "POST /refunds/:id/quote": [payRefunds, readRefunds, MOVES],
  "POST /refunds/:id/settle": [payRefunds, readRefunds, NOTES],
  "POST /refunds/:id/address-requests": [payRefunds, readRefunds],
  "POST /refunds/:id/address-requests/:request_id/approve": [
    approveDestinations,
    payRefunds,
    readRefunds,
    MOVES,
  ],
  "POST /refunds/:id/address-requests/:request_id/decline": [payRefunds, readRefunds],
  "POST /orders/:id/refunds": [CREATE_REFUNDS, payRefunds, readRefunds],
  "GET /orders/:id": [readPayments],
  "POST /orders/:id/keep": [decidePayments, readPayments],
  "POST /orders/:id/pay-link": [decidePayments, readPayments],
  "POST /orders/:id/pay-link/send": [decidePayments, readPayments],
  "GET /balances": [readFinance],
  "GET /transactions": [readFinance],
  "POST /transactions/sync": [readFinance],
  "GET /transactions/:id": [readFinance],
  "POST /transactions/:id/review": [reviewTransactions, readFinance],
  "GET /reports": [readFinance],
  "POST /reports": [makeReports, readFinance],
  "GET /reports/:id": [readFinance],
  "GET /reports/:id/csv": [readFinance],
  "GET /billing": [readBilling],
} as const satisfies Record<`${"GET" | "POST"} /${string}`, Access>

export type AdminRouteName = keyof typeof ACCESS

export const ADMIN_ACCESS = (Object.keys(ACCESS) as AdminRouteName[]).map((name) => {
  const required: Access = ACCESS[name]
  const [method = "", path = ""] = name.split(" ")
  return {
    name,
    method: method === "GET" ? ("GET" as const) : ("POST" as const),
    path: `/admin/onchain${path}`,
    // Effective only where the store has roles enabled (`rbac`), as in the rest of the admin.
    policies: required.flatMap((one) =>
      "resource" in one ? [{ resource: one.resource, operation: one.operation }] : []
    ),
    payout: required.flatMap((one) => ("payout" in one ? [one.payout] : []))[0] ?? null,
  }
})

type Sender = Pick<AuthenticatedMedusaRequest, "auth_context" | "scope">

export function rolesOf({ auth_context }: Sender): string[] {
  const given: unknown = auth_context.app_metadata?.roles
  return Array.isArray(given) ? given.filter((role) => typeof role === "string") : []
}

/** Whether the sender of a request has a permission, where the store has roles. A sender without a role has all: policies refuse it. */
export function hasAdminPermission(req: Sender, { resource, operation }: AdminPermission): Promise<boolean> {
  return hasPermission({ roles: rolesOf(req), actions: { resource, operation }, container: req.scope })
}
