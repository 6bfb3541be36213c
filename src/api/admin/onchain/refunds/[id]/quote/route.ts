import { quoteRefundWorkflow } from "../../../../../../workflows/refund/quote-refund"
import { refundAction } from "../../answer-refund"
import type { QuoteRefundBody } from "../../middlewares"

/** Creates and quotes the payout of a refund. Nothing moves until an operator confirms it. */
export const POST = refundAction<QuoteRefundBody>((container, input) =>
  quoteRefundWorkflow(container).run({ input })
)
