import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../types/http"
import type { RequestActor } from "../../../../workflows/payout/steps/payout-actor"
import { viewWithdrawalWorkflow } from "../../../../workflows/withdrawal/workflows/view-withdrawal"
import { type Conflict, isConflict } from "../conflict"

/** Whoever asks, as Medusa has authenticated them. */
export function actorOf({ auth_context }: Pick<AuthenticatedMedusaRequest, "auth_context">): RequestActor {
  return { id: auth_context.actor_id, type: auth_context.actor_type }
}

/**
 * Runs an action and answers with the withdrawal as it is then: 200 when it is done, 202 when the service has not answered
 * yet, and 409 with who was faster.
 *
 * Medusa answers a conflict with words of its own, which would not say who it was.
 */
export async function answerWithdrawal(
  req: Pick<AuthenticatedMedusaRequest, "auth_context" | "scope">,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>,
  run: () => Promise<{ result: { withdrawal_id: string; is_pending: boolean } }>
): Promise<void> {
  try {
    const { result } = await run()
    const { withdrawal_id, is_pending } = result
    const { result: withdrawal } = await viewWithdrawalWorkflow(req.scope).run({
      input: { withdrawal_id, actor: actorOf(req) },
    })
    res.status(is_pending ? 202 : 200).json({ withdrawal })
  } catch (error) {
    if (!isConflict(error)) throw error
    const { type, message, code } = error
    res.status(409).json({ type, message, ...(code === undefined ? {} : { code }) })
  }
}
