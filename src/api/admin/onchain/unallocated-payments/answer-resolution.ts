import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainUnallocatedPaymentResponse } from "../../../../types/http"
import { viewUnallocatedPayment } from "../../../../workflows/payment/queries/view-unallocated-payments"
import {
  type ResolvePaymentInput,
  resolveUnallocatedPayment,
} from "../../../../workflows/payment/resolve-payment"
import { actorOf, answerAction, type Conflict } from "../answer-action"

type Decision = {
  [Input in ResolvePaymentInput as Input["resolution"]]: Omit<Input, keyof Sender>
}[ResolvePaymentInput["resolution"]]
type Sender = Pick<ResolvePaymentInput, "payment_id" | "actor_id" | "actor_type">

export function answerResolution(
  req: AuthenticatedMedusaRequest<unknown>,
  res: MedusaResponse<OnchainUnallocatedPaymentResponse | Conflict>,
  decision: Decision
): Promise<void> {
  const { scope: container, params } = req
  const actor = actorOf(req)
  const input = { payment_id: params.id ?? "", actor_id: actor.id, actor_type: actor.type, ...decision }
  return answerAction<{ payment_id: string; is_pending?: boolean }, OnchainUnallocatedPaymentResponse>(
    res,
    () => resolveUnallocatedPayment(container, input),
    async ({ payment_id }) => ({ payment: await viewUnallocatedPayment(container, payment_id, actor) })
  )
}
