import type { OnchainOrderResponse } from "../../../../../types/http"
import { viewOrderPayments } from "../../../../../workflows/payment/queries/view-order-payments"
import { answerRead } from "../../answer-action"

/** Empty for an order of another method. */
export const GET = answerRead<OnchainOrderResponse>(async (req, id) => ({
  order: await viewOrderPayments(req.scope, id),
}))
