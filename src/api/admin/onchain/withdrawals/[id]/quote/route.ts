import { quoteWithdrawal } from "../../../../../../workflows/payout/quote-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"

/** Nothing moves. */
export const POST = withdrawalAction(quoteWithdrawal)
