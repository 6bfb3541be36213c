import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { OnchainRefundResponse } from "../../../../types/http"
import type { RequestActor } from "../../../../workflows/payout/payout-access"
import { viewRefund } from "../../../../workflows/refund/queries/view-refunds"
import type { RefundAnswer } from "../../../../workflows/refund/quote-refund"
import { actorOf, answerAction, type Conflict } from "../answer-action"

export function refundAction<Body extends object>(
  run: (
    container: MedusaContainer,
    input: Body & { refund_id: string; request_id: string; actor: RequestActor }
  ) => Promise<RefundAnswer>
) {
  return (
    req: AuthenticatedMedusaRequest<Body>,
    res: MedusaResponse<OnchainRefundResponse | Conflict>
  ): Promise<void> => {
    const refund = { refund_id: req.params.id ?? "", actor: actorOf(req) }
    return answerAction(
      res,
      () => run(req.scope, { ...req.validatedBody, ...refund, request_id: req.params.request_id ?? "" }),
      async () => ({ refund: await viewRefund(req.scope, refund) })
    )
  }
}
