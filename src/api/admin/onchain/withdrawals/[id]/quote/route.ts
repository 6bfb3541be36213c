import { quoteWithdrawal } from "../../../../../../workflows/payout/request-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"

/** Nothing moves. */
export const POST = withdrawalAction(quoteWithdrawal)
