import type { OnchainPaymentDetailResponse } from "../../../../../types/http"
import { viewPaymentDetail } from "../../../../../workflows/payment/queries/view-payment-detail"
import { answerRead } from "../../answer-action"

export const GET = answerRead<OnchainPaymentDetailResponse>(async (req, id) => ({
  payment: await viewPaymentDetail(req.scope, id),
}))
