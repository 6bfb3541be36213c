import { checkWithdrawal } from "../../../../../../workflows/payout/check-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"

export const POST = withdrawalAction(checkWithdrawal)
