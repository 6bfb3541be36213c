import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import {
  findPayoutRefusal,
  keepPayoutActor,
  payoutError,
  type PayoutPermission,
} from "../../../workflows/payout/payout-access"
import { payoutRefusalInWords } from "../../../workflows/payout/payout-words"
import { actorOf } from "./answer-action"
import { BULK_ROUTE, isBulkRefund } from "./policies"

/**
 * Every route that moves money out or chooses its destination. `cancel` is none: it keeps money in. `check`
 * repeats the call of a payout that is being sent, so its step requires the same permission.
 *
 * @see docs/operations/security.md "Admin API without rights"
 */
export const MONEY_OUT_ROUTES = [
  "/destinations",
  "/destinations/:id/approve",
  "/destinations/:id/archive",
  "/withdrawals",
  "/withdrawals/:id/quote",
  "/withdrawals/:id/confirm",
  "/withdrawals/:id/approve",
  "/withdrawals/:id/adopt",
  "/withdrawals/:id/write-off",
  "/withdrawals/:id/end",
  "/withdrawals/:id/acknowledge",
  "/refunds/:id/quote",
  "/refunds/:id/address-requests/:request_id/approve",
  "/deposits/:id/refund",
] as const

/** Records what was paid by other means, which needs no payout key. */
export const SETTLEMENT_ROUTES = ["/refunds/:id/settle"] as const

/** Runs before any of the request is read. */
export const payoutGateMiddlewares: MiddlewareRoute[] = [
  ...MONEY_OUT_ROUTES.map((path) => gateBefore(path, "moves")),
  ...SETTLEMENT_ROUTES.map((path) => gateBefore(path, "notes")),
  // Accepting moves nothing out.
  gateBefore(BULK_ROUTE, "moves", isBulkRefund),
]

function gateBefore(
  path: string,
  permission: PayoutPermission,
  isGated: (req: AuthenticatedMedusaRequest) => boolean = () => true
): MiddlewareRoute {
  const gate = async (req: AuthenticatedMedusaRequest, _res: MedusaResponse, next: MedusaNextFunction) =>
    isGated(req) ? passPayoutGate(req, permission, next) : next()
  return { matcher: `/admin/onchain${path}`, methods: ["POST"], middlewares: [gate] }
}

async function passPayoutGate(
  req: AuthenticatedMedusaRequest,
  permission: PayoutPermission,
  next: MedusaNextFunction
): Promise<void> {
  const { refusal, actor } = await findPayoutRefusal(req.scope, actorOf(req), permission)
  if (refusal) throw payoutError(refusal.code, payoutRefusalInWords(refusal))
  keepPayoutActor(req.scope, actor)
  next()
}
