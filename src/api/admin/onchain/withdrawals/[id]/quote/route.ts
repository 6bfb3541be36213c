import { quoteWithdrawalWorkflow } from "../../../../../../workflows/payout/quote-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"

/** Requests a new quote. Nothing moves. */
export const POST = withdrawalAction((container, input) => quoteWithdrawalWorkflow(container).run({ input }))
