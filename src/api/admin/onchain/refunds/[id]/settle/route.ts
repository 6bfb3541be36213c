import { settleRefund } from "../../../../../../workflows/refund/quote-refund"
import { refundAction } from "../../answer-refund"
import type { SettleRefundBody } from "../../middlewares"

/** Sends nothing. */
export const POST = refundAction<SettleRefundBody>((container, input) => settleRefund(container, input))
