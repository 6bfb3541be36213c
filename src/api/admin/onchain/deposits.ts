import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { ADMIN_PERMISSIONS } from "../../../domain/admin-permission"
import { DEPOSIT_STATES } from "../../../domain/deposit/deposit-lifecycle"
import type {
  OnchainBulkDepositResponse,
  OnchainCustomerResponse,
  OnchainDepositResponse,
  OnchainErasureResponse,
} from "../../../types/http"
import { eraseCustomerData } from "../../../workflows/customer/erase-customer-data"
import { linkCustomer } from "../../../workflows/customer/link-customer"
import {
  exportIncome,
  listDeposits,
  listIncome,
  viewDeposit,
  viewDepositCustomer,
} from "../../../workflows/deposit/queries/view-deposits"
import {
  applyDeposit,
  assignDeposit,
  linkDeposit,
  refundDepositWorkflow,
  resolveDeposit,
  resolveManyDeposits,
} from "../../../workflows/deposit/resolve-deposit"
import { syncDeposits } from "../../../workflows/deposit/workers/sync-deposits"
import { findIncome } from "../../../workflows/deposit/workers/find-income"
import {
  day,
  oneOf,
  ordered,
  pageParams,
  sentText,
  several,
  toPage,
  toPageOfStates,
  toRange,
} from "../../request-params"
import { hasAdminPermission } from "./access"
import {
  act,
  actOn,
  actorOf,
  type AdminRequest,
  type AdminRoute,
  exportCsv,
  idOf,
  payoutCheck,
  read,
} from "./admin-route"

export const depositListParams = z.strictObject({
  // Income has its own list.
  state: several(oneOf("state", DEPOSIT_STATES)).default(
    DEPOSIT_STATES.filter((state) => state !== "income")
  ),
  assignment_status: several(sentText("assignment_status")).optional(),
  chain: sentText("chain").optional(),
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  customer_id: sentText("customer_id").optional(),
  q: sentText("q").optional(),
  order: oneOf("order", ["observed_at", "-observed_at", "state", "-state"]).default("-observed_at"),
  ...pageParams,
})
const incomeListParams = z.strictObject({
  network_id: sentText("network_id").optional(),
  token: sentText("token").optional(),
  customer_id: sentText("customer_id").optional(),
  from: day("from").optional(),
  to: day("to").optional(),
  q: sentText("q").optional(),
  order: ordered("observed_at"),
  ...pageParams,
})

function incomePage(params: z.infer<typeof incomeListParams>) {
  const { filter, ...page } = toPage(params)
  const { from, to, ...others } = filter
  return { ...page, filter: { ...others, ...toRange({ from, to }) } }
}

export const assignDepositBody = z.strictObject({
  intent_id: sentText("intent_id", "expected the intent of one of the deposit's candidates"),
})
const applyDepositBody = z.strictObject({
  order_id: sentText("order_id", "expected the order that the deposit was sent for"),
})
const linkDepositBody = z.strictObject({
  payment_id: sentText("payment_id", "expected the payment that the deposit is meant for"),
})
const linkCustomerBody = z.strictObject({
  gateway_customer_id: sentText(
    "gateway_customer_id",
    "expected the customer's ID in the provider's dashboard"
  ),
  is_confirmed: z.boolean({ error: "is_confirmed: expected true or false" }).optional(),
})
const MOST_AT_ONCE = 50
const IDS = `ids: expected 1 to ${MOST_AT_ONCE} ids of deposits`

const bulkDepositBody = z.strictObject({
  action: oneOf("action", ["accept", "refund"]),
  ids: z
    .array(sentText("ids", "expected ids of deposits"), { error: IDS })
    .min(1, IDS)
    .max(MOST_AT_ONCE, IDS),
})

const view = async (req: AdminRequest): Promise<OnchainDepositResponse> => ({
  deposit: await viewDeposit(req.scope, idOf(req)),
})

const viewCustomer = async (req: AdminRequest): Promise<OnchainCustomerResponse> => ({
  customer: await viewDepositCustomer(req.scope, idOf(req)),
})

/** Cannot be undone. Answers 200 with a result for each deposit. */
const resolveMany = act(
  (req, body) => {
    const { id: actor_id, type: actor_type } = actorOf(req)
    return resolveManyDeposits(req.scope, { ...body, actor_id, actor_type })
  },
  async (_, results): Promise<OnchainBulkDepositResponse> => ({ results }),
  bulkDepositBody
)

/** Whether a request on several deposits sends them back. Its body is not validated yet. */
export function isBulkRefund({ body }: { body: unknown }): boolean {
  return typeof body === "object" && body !== null && "action" in body && body.action === "refund"
}

/** A policy allows a route, not what its body says; so the permission of the action is required here. */
async function assertActionAllowed(req: AdminRequest): Promise<void> {
  const permission = isBulkRefund(req) ? ADMIN_PERMISSIONS.refundDeposits : ADMIN_PERMISSIONS.decideDeposits
  if (await hasAdminPermission(req, permission)) return
  const { resource, operation } = permission
  throw new MedusaError(
    MedusaError.Types.FORBIDDEN,
    `Insufficient permissions. Required policies: ${resource}:${operation}`
  )
}

export const depositRoutes = {
  "GET /deposits": read((req, params) => {
    const by = params.order.endsWith("state") ? ("state" as const) : undefined
    return listDeposits(req.scope, { ...toPageOfStates(params), by })
  }, depositListParams),
  "GET /deposits/:id": read(view),
  "POST /deposits/sync": read((req) => syncDeposits(req.scope, { is_forced: true })),
  "POST /deposits/bulk": {
    ...resolveMany,
    checks: [
      async (req, _res, next) => {
        await assertActionAllowed(req)
        next()
      },
      // Accepting moves nothing out.
      (req, res, next) => (isBulkRefund(req) ? payoutCheck("moves")(req, res, next) : next()),
      ...resolveMany.checks,
    ],
  },
  // None of these can be undone.
  "POST /deposits/:id/accept": actOn(
    "deposit_id",
    (container, input) => resolveDeposit(container, { ...input, action: "accept" }),
    view
  ),
  /** Accepts it, and applies the money to the order that it was sent for. */
  "POST /deposits/:id/apply": actOn("deposit_id", applyDeposit, view, applyDepositBody),
  "POST /deposits/:id/assign": actOn("deposit_id", assignDeposit, view, assignDepositBody),
  "POST /deposits/:id/link": actOn("deposit_id", linkDeposit, view, linkDepositBody),
  "POST /deposits/:id/refund": actOn(
    "deposit_id",
    async (container, input) => (await refundDepositWorkflow(container).run({ input })).result,
    view
  ),
  /** Money that the merchant keeps and that no order has. */
  "GET /income": read((req, params) => listIncome(req.scope, incomePage(params)), incomeListParams),
  "GET /income/export": exportCsv(
    (req, params) => exportIncome(req.scope, incomePage(params).filter),
    incomeListParams
  ),
  /** Reads the provider's settled invoices now. */
  "POST /income/sync": read((req) => findIncome(req.scope)),
  "GET /customers/:id": read(viewCustomer),
  "POST /customers/:id/link": actOn("customer_id", linkCustomer, viewCustomer, linkCustomerBody),
  /** Also for a customer whom Medusa has deleted. */
  "POST /customers/:id/erase": actOn(
    "customer_id",
    eraseCustomerData,
    async (_, customer): Promise<OnchainErasureResponse> => ({ customer })
  ),
} satisfies Record<string, AdminRoute>
