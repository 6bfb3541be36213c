import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainRefundResponse } from "../../../../types/http"
import { viewRefundWorkflow } from "../../../../workflows/refund/workflows/view-refund"
import { type Conflict, isConflict } from "../conflict"
import { actorOf } from "../withdrawals/answer-withdrawal"

/**
 * Runs an action and answers with the refund as it is then: 200 when it is done, 202 when the service has not answered
 * yet, and 409 with who was faster.
 *
 * Medusa answers a conflict with words of its own, which would not say who it was.
 */
export async function answerRefund(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainRefundResponse | Conflict>,
  run: () => Promise<{ result: { refund_id: string; is_pending?: boolean } }>
): Promise<void> {
  try {
    const { result } = await run()
    const { result: refund } = await viewRefundWorkflow(req.scope).run({
      input: { refund_id: result.refund_id, actor: actorOf(req) },
    })
    res.status(result.is_pending ? 202 : 200).json({ refund })
  } catch (error) {
    if (!isConflict(error)) throw error
    const { type, message, code } = error
    res.status(409).json({ type, message, ...(code === undefined ? {} : { code }) })
  }
}
