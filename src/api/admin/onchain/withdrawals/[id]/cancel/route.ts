import { cancelWithdrawal } from "../../../../../../workflows/payout/cancel-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"

export const POST = withdrawalAction(cancelWithdrawal)
