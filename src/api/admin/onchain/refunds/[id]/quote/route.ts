import { quoteRefund } from "../../../../../../workflows/refund/quote-refund"
import { refundAction } from "../../answer-refund"
import type { QuoteRefundBody } from "../../middlewares"

/** Nothing moves until an operator confirms it. */
export const POST = refundAction<QuoteRefundBody>((container, input) => quoteRefund(container, input))
