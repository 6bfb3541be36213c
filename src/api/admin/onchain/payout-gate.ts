import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { checkPayoutAccessWorkflow } from "../../../workflows/payout/workflows/check-payout-access"

/**
 * Every route that moves money out, or that says where to. `cancel` is none: it keeps money in. `check` is one for what is
 * being sent, and asks the same in its step.
 *
 * @see docs/security.md "Admin API without rights"
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
  "/refunds/:id/settle",
  "/deposits/:id/refund",
] as const

/** Who may move money out, asked before anything of the request is read. */
export const payoutGateMiddlewares: MiddlewareRoute[] = MONEY_OUT_ROUTES.map((path) => ({
  matcher: `/admin/onchain${path}`,
  methods: ["POST"],
  middlewares: [passPayoutGate],
}))

async function passPayoutGate(
  req: AuthenticatedMedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { actor_id: id, actor_type: type } = req.auth_context
  const { result } = await checkPayoutAccessWorkflow(req.scope).run({ input: { id, type } })
  const { refusal } = result
  if (refusal) throw new MedusaError(MedusaError.Types.FORBIDDEN, refusal.words, refusal.code)
  next()
}
