import type { OnchainUnallocatedPaymentResponse } from "../../../../../types/http"
import { viewUnallocatedPayment } from "../../../../../workflows/payment/queries/view-unallocated-payments"
import { actorOf, answerRead } from "../../answer-action"

export const GET = answerRead<OnchainUnallocatedPaymentResponse>(async (req, id) => ({
  payment: await viewUnallocatedPayment(req.scope, id, actorOf(req)),
}))
