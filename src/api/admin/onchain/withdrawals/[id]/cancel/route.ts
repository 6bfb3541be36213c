import { cancelWithdrawal } from "../../../../../../workflows/payout/end-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"

export const POST = withdrawalAction(cancelWithdrawal)
